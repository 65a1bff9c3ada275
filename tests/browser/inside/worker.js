// Python of the folder with all that it brings, and same.py: runs its functions by name.
import { loadPyodide } from "/engine/pyodide.mjs";

const CALL = `
import inspect, json, same
async def call(name, args):
    found = getattr(same, name)(*json.loads(args))
    return json.dumps(await found if inspect.isawaitable(found) else found)
call
`;
const get = async (path) => (await fetch(path)).arrayBuffer();

async function started() {
  const python = await loadPyodide({ indexURL: "/engine/", env: { PYTHONHASHSEED: "0", HOME: "/home" } });
  for (const name of ["app", "press"]) python.unpackArchive(await get(`/engine/${name}.tar.xz`), "xztar", { extractDir: "/app" });
  python.FS.writeFile("/app/same.py", new Uint8Array(await get("same.py")));
  return python.runPython(`import sys; sys.path.insert(0, "/app")\n${CALL}`);
}

const ready = started();
self.onmessage = async ({ data: [name, ...args], ports: [port] }) => {
  try {
    const call = await ready;
    port.postMessage({ found: await call(name, JSON.stringify(args)) });
  } catch (error) {
    port.postMessage({ error: String(error) });
  }
};
