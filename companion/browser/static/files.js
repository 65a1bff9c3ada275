// Files of this origin's own file system (OPFS), all of them open, so that the worker which holds them writes without
// waiting. Only one worker can hold them. Knows bytes; what they mean is companion/browser/store.py's.

const SPARES = 8; // empty files that are ready
const PATIENCE = 3000; // ms that a page which is just being left may still hold them
const PAUSE = 100;
const HELD = ["NoModificationAllowedError", "InvalidStateError"]; // as Chromium and Firefox, or Safari, say it

// code: "second-tab" where another one holds the files, "full" where there is no room even for an empty one,
// "no-storage" where the browser has no such files (private window, plain http, old browser).
export class FilesError extends Error {
  constructor(cause) {
    super(String(cause), { cause });
    this.code = HELD.includes(cause.name) ? "second-tab" : cause.name === "QuotaExceededError" ? "full" : "no-storage";
  }
}

// All files of a folder and some empty ones. told: is called with true when there is no room, with false when there is
// some again. Raises FilesError, and then holds none.
export async function openFiles(name = "tables", told = () => {}) {
  let files;
  try {
    const root = await navigator.storage.getDirectory();
    const folder = await root.getDirectoryHandle(name, { create: true });
    const names = [];
    for await (const each of folder.keys()) names.push(each);
    files = new Files(folder, told);
    const until = performance.now() + PATIENCE;
    for (const each of names.length ? names.sort((a, b) => a - b) : ["0"]) await files.open(each, until);
    await files.refill();
  } catch (error) {
    files?.close();
    throw new FilesError(error);
  }
  return files;
}

// The same where nothing can be kept: they last as long as the worker.
export async function passingFiles() {
  const files = new Files({ getFileHandle: async () => ({ createSyncAccessHandle: async () => new Passing() }) });
  await files.refill();
  return files;
}

class Passing {
  #data = new Uint8Array();

  getSize() {
    return this.#data.length;
  }

  read(into, { at }) {
    into.set(this.#data.subarray(at, at + into.length));
    return into.length;
  }

  write(data, { at }) {
    const all = new Uint8Array(at + data.length);
    all.set(this.#data.subarray(0, at));
    all.set(data, at);
    this.#data = all;
    return data.length;
  }

  truncate(size) {
    this.#data = this.#data.slice(0, size);
  }

  flush() {}

  close() {}
}

const fault = (name, text) => Object.assign(new Error(text), { name });

class Files {
  #folder;
  #told;
  #full = false;
  #open = new Map(); // access handles by name; names are numbers
  #spares = new Set();
  #next = 0;
  #filling = false;
  #closed = false;
  #lack = null; // why there is no further empty file

  constructor(folder, told = () => {}) {
    this.#folder = folder;
    this.#told = told;
  }

  #lacks(error) {
    const full = error?.name === "QuotaExceededError";
    if (full !== this.#full) this.#told(full);
    this.#full = full;
  }

  async open(name, until = 0) {
    const file = await this.#folder.getFileHandle(name, { create: true });
    const handle = await held(file, until);
    if (this.#closed) return handle.close();
    this.#open.set(name, handle);
    this.#next = Math.max(this.#next, Number(name) + 1);
    if (handle.getSize() === 0) this.#spares.add(name);
  }

  async refill() {
    if (this.#filling) return;
    this.#filling = true;
    try {
      while (!this.#closed && this.#spares.size < SPARES) await this.open(String(this.#next));
      this.#lack = null;
    } catch (error) {
      this.#lack = error;
    }
    this.#filling = false;
  }

  names() {
    return [...this.#open.keys()];
  }

  read(name) {
    const file = this.#open.get(name);
    const data = new Uint8Array(file.getSize());
    if (file.read(data, { at: 0 }) < data.length) throw fault("NotReadableError", "not all of it came");
    return data;
  }

  // `data` in place of all that stands from byte `at` on; flushed when it returns. If it throws, no byte of it is there.
  write(name, at, data) {
    const file = this.#open.get(name);
    try {
      file.truncate(at);
      if (file.write(data, { at }) < data.length) throw fault("QuotaExceededError", "no room for all of it");
      file.flush();
      if (data.length) this.#lacks(null);
    } catch (error) {
      this.#lacks(error);
      file.truncate(at);
      throw error;
    }
    if (at + data.length) {
      if (this.#spares.delete(name)) this.refill();
    } else this.#spares.add(name);
  }

  // An empty file, which stays one until something is written to it.
  spare() {
    for (const name of this.#spares) return name;
    this.refill();
    this.#lacks(this.#lack);
    throw this.#lack ?? fault("NotReadableError", "no empty file is ready yet");
  }

  close() {
    this.#closed = true;
    for (const handle of this.#open.values()) handle.close();
    this.#open.clear();
  }
}

async function held(file, until) {
  for (;;) {
    try {
      return await file.createSyncAccessHandle();
    } catch (error) {
      if (!HELD.includes(error.name) || performance.now() > until) throw error;
      await new Promise((done) => setTimeout(done, PAUSE));
    }
  }
}
