import { connect } from "node:net";
import { text } from "node:stream/consumers";

/** The longest time that the service held up its event loop since the last call, in milliseconds of its own work. */
export async function readDelayMs(monitorPort: number): Promise<number> {
  return Number(await text(connect(monitorPort, "127.0.0.1")));
}

/** How long this machine takes now to write and parse so many megabytes of JSON at once, in milliseconds. */
export function measureJsonMs(megabytes: number): number {
  const texts = Array.from({ length: megabytes * 50 }, () => "word ".repeat(4_000));
  const startedAt = process.threadCpuUsage();
  JSON.parse(JSON.stringify(texts));
  const { user, system } = process.threadCpuUsage(startedAt);
  return (user + system) / 1000;
}
