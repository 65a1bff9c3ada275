// The phone's own check of a journal: hashes, links and numbers, as docs/journal.md says them. Knows no page, no rules.
// Plain http pages have no crypto.subtle, hence its own SHA-256.

const SPAN = 2 ** 32;
const PRIMES = [];
for (let n = 2; PRIMES.length < 64; n++) if (PRIMES.every((prime) => n % prime)) PRIMES.push(n);
const fractions = (root) => Uint32Array.from(PRIMES, (prime) => (root(prime) % 1) * SPAN);
const ROUNDS = fractions(Math.cbrt);
const FIRST = fractions(Math.sqrt).slice(0, 8);

export const utf8 = (text) => new TextEncoder().encode(text);
export const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
export const fromHex = (text) => Uint8Array.from(text.match(/../g) || [], (pair) => parseInt(pair, 16));
const joined = (...parts) => Uint8Array.from(parts.flatMap((part) => [...part]));

/** SHA-256: bytes to bytes. */
export function sha256(bytes) {
  const padded = new Uint8Array(((bytes.length + 72) >> 6) << 6);
  const view = new DataView(padded.buffer);
  padded.set(bytes);
  padded[bytes.length] = 128;
  view.setUint32(padded.length - 8, bytes.length / 2 ** 29);
  view.setUint32(padded.length - 4, bytes.length << 3);
  const sum = FIRST.slice();
  for (let at = 0; at < padded.length; at += 64) mixBlock(sum, view, at);
  sum.forEach((word, index) => view.setUint32(index * 4, word));
  return padded.slice(0, 32);
}

const w = new Uint32Array(64);

function mixBlock(sum, view, at) {
  const turned = (word, by) => (word >>> by) | (word << (32 - by));
  let [a, b, c, d, e, f, g, h] = sum;
  for (let i = 0; i < 64; i++) {
    const [x, y] = [w[i - 15], w[i - 2]];
    w[i] = i < 16 ? view.getUint32(at + i * 4) : w[i - 16] + w[i - 7] +
      (turned(x, 7) ^ turned(x, 18) ^ (x >>> 3)) + (turned(y, 17) ^ turned(y, 19) ^ (y >>> 10));
    const one = h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + ((e & f) ^ (~e & g)) + ROUNDS[i] + w[i];
    const two = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, index) => (sum[index] += word));
}

/** HMAC-SHA-256 with a key of at most 64 bytes. */
export function hmac(key, message) {
  const block = new Uint8Array(64);
  block.set(key);
  const inner = joined(block.map((byte) => byte ^ 0x36), message);
  return sha256(joined(block.map((byte) => byte ^ 0x5c), sha256(inner)));
}

/** One number below each size: 32-bit words, those beyond the last multiple rejected. */
export function numbers(link, table, k, label, sizes) {
  let block = hmac(link, joined(table, fromHex(k.toString(16).padStart(8, "0")), utf8(label)));
  let at = 0;
  return sizes.map((size) => {
    for (;;) {
      if (at === 32) [block, at] = [sha256(block), 0];
      const word = new DataView(block.buffer).getUint32(at);
      at += 4;
      if (word < SPAN - (SPAN % size)) return word % size;
    }
  });
}

const isText = (value) => typeof value === "string";
const isHash = (value) => isText(value) && /^[0-9a-f]{64}$/.test(value);
const isSize = (value) => Number.isInteger(value) && value > 0 && value <= SPAN;
const isNumber = (value, size) => Number.isInteger(value) && value >= 0 && value < size;
const keys = (object) => String(Object.keys(object || {}).sort());
const OF_TABLE = /^(header|undo|redo|amend|override|note|commit|reveal|pause|resume|end|open|join|leave|ask|deny|propose|agree|decline|rematch|real)$/;

// The entry of a line, or the code of what is wrong with it. `args` may hold any text: the hash is found from the end.
function read(line, seq, prev) {
  let entry;
  try {
    entry = JSON.parse(line);
  } catch {
    return "damaged";
  }
  const { args, hash, seat, type } = entry || {};
  if (keys(entry) !== "args,at,hash,prev,seat,seq,type" || !isText(type) || !isText(seat)) return "not_entry";
  if (!args || typeof args !== "object" || Array.isArray(args)) return "not_entry";
  if (entry.seq !== seq) return "wrong_place";
  if (entry.prev !== prev) return "not_following";
  const tail = `,"prev":"${prev}","seat":${JSON.stringify(seat)},"seq":${seq},"type":${JSON.stringify(type)}}`;
  const end = `,"hash":"${hash}"${tail}`;
  if (!line.endsWith(end)) return "not_canonical";
  return hex(sha256(utf8(line.slice(0, -end.length) + tail))) === hash ? entry : "changed";
}

/** A journal as far as it was taken in. Its fields are plain data, fit to be kept. */
export class Proof {
  constructor(state) {
    // k: draws so far; link: of the last one; good: entries whose draws hold; wrong: codes by entry; seal: hash of the
    // key; sealed: draws that wait for it, opened: how many did; waiting: [seat, hash] of words not shown yet; shown:
    // those shown
    const start = { seq: -1, hash: "0".repeat(64), link: "", k: 0, table: "", good: [], wrong: {} };
    Object.assign(this, start, { seal: "", sealed: [], opened: 0, waiting: [], shown: 0, over: false }, state);
  }

  /** Null or {seq, why}; a line that does not continue the journal is not taken in. */
  take(line) {
    const seq = this.seq + 1;
    const entry = read(line, seq, this.hash);
    if (isText(entry)) return { seq, why: entry };
    if (!seq) [this.link, this.seal, this.table] = [entry.args.anchor, entry.args.sealed || "", entry.hash];
    [this.seq, this.hash] = [seq, entry.hash];
    const why = this.fault(entry);
    if (why) this.wrong[seq] = why;
    return why ? { seq, why } : null;
  }

  /** "yes" or "no" for a draw shown at entry `seq`; "" where the journal has not come so far. */
  verdict(seq) {
    return seq > this.seq ? "" : this.good.includes(seq) ? "yes" : "no";
  }

  /** How many draws of a game that is over nobody can prove. */
  get unproved() {
    return this.over ? this.sealed.length : 0;
  }

  fault(entry) {
    const { args, type } = entry;
    const drawn = "draw" in args;
    if ("source" in args && (OF_TABLE.test(type) || !["draw", "table"].includes(args.source))) return "source_missing";
    if (drawn !== (args.source === "draw")) return "source_missing";
    if (/^(end|undo|amend|override)$/.test(type)) this.over = type === "end" && args.ending !== "";
    if (type === "commit") return this.commitFault(entry);
    if (type === "reveal") return this.revealFault(entry);
    if (type === "open") return this.openFault(args);
    if (!drawn) return "";
    if (this.waiting.length) return "draw_waits";
    return keys(args.draw) === "got,k,of" ? this.sealedFault(entry) : this.drawFault(entry);
  }

  get drawn() {
    return this.k || this.sealed.length || this.opened;
  }

  commitFault({ args: { hash }, seat }) {
    const twice = this.waiting.some(([other]) => other === seat);
    if (this.drawn || this.shown || twice || (this.waiting.length && !seat)) return "commit_late";
    if (!isHash(hash)) return "draw_unreadable";
    this.waiting.push([seat, hash]);
    return "";
  }

  revealFault({ args: { words }, seat }) {
    if (this.drawn || !isText(words)) return "reveal_late";
    const [due] = this.waiting;
    this.table = hex(sha256(joined(fromHex(this.table), utf8(words))));
    this.shown += 1;
    if (!due || due[0] !== seat || due[1] !== hex(sha256(utf8(words)))) return "reveal_uncommitted";
    this.waiting.shift();
    return "";
  }

  drawFault({ args: { draw }, type, seq }) {
    const { got, k, link, of } = draw || {};
    const before = this.link;
    this.k += 1;
    if (keys(draw) !== "got,k,link,of" || !/^([0-9a-f]{2})*$/.test(link)) return "draw_unreadable";
    this.link = link;
    if (k !== this.k) return "draw_number";
    if (link.length !== 64 || hex(sha256(fromHex(link))) !== before) return "link_foreign";
    return this.numbersFault(link, { seq, k, type, of, got });
  }

  // A sealed draw is checked when its key is opened.
  sealedFault({ args: { draw }, type, seq }) {
    const { got, k, of } = draw;
    if (k !== this.sealed.length + 1 || !this.seal) return "draw_number";
    if (!Array.isArray(of) || !of.every(isSize) || !Array.isArray(got) || got.length !== of.length) return "draw_unreadable";
    if (!got.every((number, at) => isNumber(number, of[at]))) return "draw_unreadable";
    this.sealed.push({ seq, type, ...draw });
    return "";
  }

  openFault({ key }) {
    if (!this.over || !this.seal || !isHash(key) || hex(sha256(fromHex(key))) !== this.seal) return "key_foreign";
    for (const draw of this.sealed) {
      const why = this.numbersFault(key, draw);
      if (why) this.wrong[draw.seq] = why;
    }
    [this.opened, this.sealed, this.seal] = [this.sealed.length, [], ""];
    return "";
  }

  numbersFault(link, { seq, k, type, of, got }) {
    if (!Array.isArray(of) || !of.every(isSize)) return "numbers_forged";
    const due = numbers(fromHex(link), fromHex(this.table), k, type, of);
    if (JSON.stringify(got) !== JSON.stringify(due)) return "numbers_forged";
    this.good.push(seq);
    return "";
  }
}
