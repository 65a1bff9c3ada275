// window.run(name, ...args): what the function of that name in same.py gives.
const worker = new Worker("worker.js", { type: "module" });
window.run = (...call) => new Promise((done, failed) => {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = ({ data }) => ("error" in data ? failed(new Error(data.error)) : done(JSON.parse(data.found)));
  worker.postMessage(call, [port2]);
});
