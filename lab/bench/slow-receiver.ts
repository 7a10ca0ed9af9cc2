import { readFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer } from "node:https";
import { performance } from "node:perf_hooks";
import { text } from "node:stream/consumers";

/** The requests an endpoint has received since the last report. */
export type ReceiverReport = {
  received: number;
  /** Events that had arrived before. */
  repeats: number;
  /** From the first event to the last. */
  seconds: number;
  connections: number;
  /** From the event's timestamp to its arrival, for events that have one. */
  delaysMs: number[];
};

const [certificateFile = "", delayMs = "5"] = process.argv.slice(2);
const seen = new Set<string>();
const noReport = () => ({
  received: 0,
  repeats: 0,
  connections: 0,
  delaysMs: [] as number[],
});
let report = noReport();
let firstAt = 0;
let lastAt = 0;

async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const arrivedAt = Date.now();
  const { timestamp } = JSON.parse(await text(request)) as { timestamp?: string };
  if (timestamp) report.delaysMs.push(arrivedAt - Date.parse(timestamp));
  const id = String(request.headers["webhook-id"]);
  lastAt = performance.now();
  if (report.received === 0) firstAt = lastAt;
  report.received += 1;
  if (seen.has(id)) report.repeats += 1;
  seen.add(id);
  setTimeout(() => response.writeHead(204).end(), Number(delayMs));
}

const server = createServer(
  JSON.parse(readFileSync(certificateFile, "utf8")),
  (request, response) => void receive(request, response),
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
  report = noReport();
});
process.on("disconnect", () => process.exit());
