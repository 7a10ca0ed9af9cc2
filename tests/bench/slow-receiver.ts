import { readFileSync } from "node:fs";
import { createServer } from "node:https";
import { performance } from "node:perf_hooks";

/** What the receiver saw since it was last asked. */
export type ReceiverReport = {
  received: number;
  /** Of events that had come before. */
  repeats: number;
  /** From the first event to the last. */
  seconds: number;
  connections: number;
};

const [certificateFile = "", delayMs = "5"] = process.argv.slice(2);
const seen = new Set<string>();
let report = { received: 0, repeats: 0, connections: 0 };
let firstAt = 0;
let lastAt = 0;

const server = createServer(
  JSON.parse(readFileSync(certificateFile, "utf8")),
  (request, response) => {
    request.resume();
    request.once("end", () => {
      const id = String(request.headers["webhook-id"]);
      lastAt = performance.now();
      if (report.received === 0) firstAt = lastAt;
      report.received += 1;
      if (seen.has(id)) report.repeats += 1;
      seen.add(id);
      setTimeout(() => response.writeHead(204).end(), Number(delayMs));
    });
  },
);
server.on("connection", () => {
  report.connections += 1;
});
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  process.send?.({ port: typeof address === "object" ? address?.port : 0 });
});
process.on("message", () => {
  process.send?.({ ...report, seconds: (lastAt - firstAt) / 1000 } satisfies ReceiverReport);
  report = { received: 0, repeats: 0, connections: 0 };
});
process.on("disconnect", () => process.exit());
