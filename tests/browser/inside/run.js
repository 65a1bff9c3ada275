// Python of the folder in a page of it, from the memory that the shell keeps, and same.py: window.run(name, ...args) gives what
// the function of that name gives. Called with the text of same.py.
async (same) => {
  const CALL = `
import importlib, inspect, json, random, sys
importlib.invalidate_caches()
random.seed()
import same
async def call(name, args):
    found = getattr(same, name)(*json.loads(args))
    return json.dumps(await found if inspect.isawaitable(found) else found)
call
`;
  const engine = new URL("../engine/", location).href; // called in a page of static/
  const get = async (path) => (await fetch(path)).arrayBuffer();
  const store = await caches.open("companion-memory");
  const memory = new Uint8Array(await (await store.match((await store.keys())[0])).arrayBuffer());
  const { loadPyodide } = await import(`${engine}pyodide.mjs`);
  const { default: create } = await import(`${engine}pyodide.asm.mjs`);
  const createPyodideModule = async (settings) => {
    const module = await create(settings);
    if (memory.length > module.HEAP8.length) module.growMemory(memory.length);
    return module;
  };
  const env = { PYTHONHASHSEED: "0", HOME: "/home" };
  const python = await loadPyodide({ indexURL: engine, env, _loadSnapshot: memory, createPyodideModule });
  for (const name of ["app", "press", "inks"]) python.unpackArchive(await get(`${engine}${name}.tar.xz`), "xztar", { extractDir: "/app" });
  python.runPython("from pathlib import Path; from companion.browser import print_inks; print_inks.restore_files(Path('/app'))");
  python.FS.writeFile("/app/same.py", same);
  const call = python.runPython(CALL);
  window.run = async (name, ...args) => JSON.parse(await call(name, JSON.stringify(args)));
}
