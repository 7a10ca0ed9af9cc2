// Preloaded into a service under test. A connection to MONITOR_PORT gets how long the service held up its
// event loop since the connection before, at most, in milliseconds. A delay counts only as far as the
// main thread was running: the rest is other programs on a busy machine.
import { createServer } from "node:net";
import { isMainThread } from "node:worker_threads";

const INTERVAL_MS = 10;
const port = Number(process.env.MONITOR_PORT);

function cpuMs() {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

if (isMainThread && port > 0) {
  let longestMs = 0;
  let last = { time: performance.now(), cpu: cpuMs() };
  const watch = setInterval(() => {
    const now = { time: performance.now(), cpu: cpuMs() };
    const delayMs = now.time - last.time - INTERVAL_MS;
    longestMs = Math.max(longestMs, Math.min(delayMs, now.cpu - last.cpu));
    last = now;
  }, INTERVAL_MS);
  watch.unref();
  const server = createServer((socket) => {
    socket.end(String(longestMs));
    longestMs = 0;
  });
  // The launcher is replaced by the service; another program that it runs may still have the port.
  server.on("error", (error) => console.error(error));
  server.listen(port, "127.0.0.1").unref();
}
