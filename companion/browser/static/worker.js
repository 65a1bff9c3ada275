// Python: Pyodide, our own modules, one application. Holds the files of the tables. Started by shell.js, which sends
// requests with a port for the answer.

import { loadPyodide } from "../engine/pyodide.mjs";
import { FilesError, openFiles, passingFiles } from "./files.js";

const started = new URL(location).searchParams;
const FOLDER = new URL("..", import.meta.url).href;
const build = started.get("build");
const tell = (message) => self.postMessage(message);

// Held as long as this worker lives.
navigator.locks.request(started.get("life"), () => {
  tell({ alive: true });
  return new Promise(() => {});
});

const progress = new BroadcastChannel("companion-progress");
const get = async (path) => {
  const answer = await fetch(FOLDER + path).catch(() => null);
  if (!answer?.ok) throw Object.assign(new Error(path), { code: "interrupted" });
  return answer.arrayBuffer();
};

// --- the start: from the memory that the first one kept, else from the files

const MEMORY = "companion-memory"; // a cache with one entry, the memory of this build
const options = { indexURL: `${FOLDER}engine/`, env: { PYTHONHASHSEED: "0", HOME: "/home" } };

async function remembered() {
  const store = await caches.open(MEMORY);
  return store.match(FOLDER + build);
}

// The memory is read while the engine is compiled: Pyodide looks at its length before that, at its bytes afterwards.
async function restored({ headers, body }) {
  const memory = new Uint8Array(Number(headers.get("x-bytes")));
  const read = fill(memory, body.getReader());
  const grown = async (settings) => {
    const engine = import("../engine/pyodide.asm.mjs").then((found) => found.default(settings));
    const [module] = await Promise.all([engine, read]);
    if (memory.length > module.HEAP8.length) module.growMemory(memory.length);
    return module;
  };
  const python = await loadPyodide({ ...options, _loadSnapshot: memory, createPyodideModule: grown });
  memory.buffer.transfer?.(0); // Pyodide would keep it
  return python;
}

// The bytes piece by piece: as a whole they would be there twice.
async function fill(memory, reader) {
  let at = 0;
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    memory.set(next.value, at);
    at += next.value.length;
  }
  if (at !== memory.length) throw new Error("a part of the memory is lacking");
}

async function begun(keep) {
  const files = get("engine/app.tar.xz");
  const python = await loadPyodide({ ...options, _makeSnapshot: keep });
  tell({ boot: "files" });
  unpack(python, await files);
  python.runPython('import sys; sys.path.insert(0, "/app")');
  tell({ boot: "imports" });
  python.runPython("from companion.browser import worker");
  if (keep) python.runPython("worker.warm(); import gc; gc.collect(); gc.freeze()"); // what stays is not looked through again
  return python;
}

function unpack(python, data) {
  python.unpackArchive(data, "xztar", { extractDir: "/app" });
}

async function keep(python) {
  const memory = python.makeMemorySnapshot();
  await caches.delete(MEMORY);
  await (await caches.open(MEMORY)).put(FOLDER + build, new Response(memory, { headers: { "x-bytes": memory.length } }));
}

let unpacked = false;
async function python() {
  const wanted = build !== "plain";
  const memory = wanted && (await remembered().catch(() => null));
  if (memory) {
    try {
      return await restored(memory);
    } catch (error) {
      await caches.delete(MEMORY);
      tell({ boot: "again", why: String(error) });
    }
  }
  const made = await begun(wanted);
  unpacked = true;
  if (wanted) await keep(made).catch((error) => tell({ boot: "unkept", why: String(error) }));
  return made;
}

// --- what outlasts every start: the tables, and the secret from which the device's keys follow

async function kept() {
  try {
    return [await openFiles("tables", (full) => tell({ full })), await secret()];
  } catch (error) {
    if (error.code !== "no-storage") throw error;
    tell({ trouble: "no-storage" });
    return [await passingFiles(), crypto.getRandomValues(new Uint8Array(32))];
  }
}

async function secret() {
  try {
    const root = await navigator.storage.getDirectory();
    const file = await (await root.getFileHandle("secret", { create: true })).createSyncAccessHandle();
    const bytes = new Uint8Array(32);
    if (file.read(bytes, { at: 0 }) < bytes.length) {
      crypto.getRandomValues(bytes);
      file.write(bytes, { at: 0 });
      file.flush();
    }
    file.close();
    return bytes;
  } catch (error) {
    throw new FilesError(error);
  }
}

// --- requests

const arrived = {}; // promises of archives that are unpacked on demand
const PRESS = /^\/print($|[/?])|^\/faces\/|^\/[a-z]{6}\/(sheets\.svg|result)/;
const INK = /[?&]ink=(?!full(&|$))|^\/print\/own/; // another ink than the usual one, or maybe one of the user's own

// The press, when something is printed or drawn for the first time; the drawings of other inks, when one is asked for.
async function press(py, { url, body }) {
  if (!unpacked) await arrive(py, "app");
  await arrive(py, "press");
  if (INK.test(url) || INK.test(`&${new TextDecoder().decode(body)}`)) {
    await arrive(py, "inks", "from pathlib import Path; from companion.browser import print_inks; print_inks.restore_files(Path('/app'))");
  }
}

function arrive(py, name, then = "import importlib; importlib.invalidate_caches()") {
  arrived[name] ??= get(`engine/${name}.tar.xz`).then((data) => {
    unpack(py, data);
    py.runPython(then);
  });
  arrived[name].catch(() => delete arrived[name]);
  return arrived[name];
}

async function answer(py, device, event, ask, port) {
  try {
    if (PRESS.test(ask.url)) await press(py, ask);
    const gone = event();
    port.onmessage = () => gone.set();
    const start = (status, headers, lang) => {
      if (lang) tell({ lang });
      port.postMessage({ status, headers });
    };
    await device.ask(ask, start, (data) => port.postMessage({ data }), gone);
  } catch (error) {
    tell(error.code ? { trouble: error.code } : { broken: String(error).slice(-2000) });
    if (error.pyodide_fatal_error) self.close();
    port.postMessage({ status: 500, headers: [["content-type", "text/plain; charset=utf-8"]] });
  }
  port.postMessage({ end: true });
}

try {
  const starting = python();
  const [files, secret] = await kept();
  const py = await starting;
  tell({ boot: "tables" });
  const worker = py.pyimport("companion.browser.worker");
  const device = worker.Device(files, secret, FOLDER.slice(0, -1), (stage, done, of) => progress.postMessage({ stage, done, of }));
  await device.start();
  for (const name of device.troubles()) tell({ trouble: name });
  self.onmessage = async ({ data, ports: [port] }) => {
    if (data.ask) answer(py, device, worker.event, data.ask, port);
    else if (data.hands) port.postMessage(JSON.parse((await device.hands(data.hands)) || "null"));
  };
  tell({ ready: true, heap: py._module.HEAP8.length });
} catch (error) {
  tell({ trouble: error.code || "failed", why: String(error.message || error).slice(-2000) });
}
