import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { findFreePort } from "#server/start/free-port";

export type RedisServer = {
  url: string;
  port: number;
  /** Sends SIGKILL: connections break, and the port rejects new ones. */
  kill(): Promise<void>;
};

/**
 * Starts a real, empty redis-server that stores nothing on disk.
 *
 * @param port - a port to reuse after `kill`; defaults to a free one
 */
export async function startRedis(port?: number): Promise<RedisServer> {
  const chosen = port ?? (await findFreePort());
  const child = spawn(
    "redis-server",
    ["--port", String(chosen), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"],
    { stdio: ["ignore", "pipe", "inherit"] },
  );
  await ready(child);
  return {
    url: `redis://127.0.0.1:${chosen}`,
    port: chosen,
    async kill() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill("SIGKILL");
      await once(child, "exit");
    },
  };
}

async function ready(child: ChildProcess): Promise<void> {
  await once(child, "spawn").catch((error: NodeJS.ErrnoException) => {
    throw error.code === "ENOENT"
      ? new Error("redis-server is missing: install the Debian package redis-server.")
      : error;
  });
  const lines: string[] = [];
  if (child.stdout)
    for await (const line of createInterface({ input: child.stdout })) {
      lines.push(line);
      if (line.includes("Ready to accept connections")) return void child.stdout.resume();
    }
  throw new Error(`redis-server didn't start:\n${lines.join("\n")}`);
}
