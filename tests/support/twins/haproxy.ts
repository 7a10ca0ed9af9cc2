import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { type IncomingMessage, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { eventually } from "#tests/support/factories/service-requests";

/** Debian installs it in a folder that's only in root's PATH. */
const PROGRAM = "/usr/sbin/haproxy";

export type Haproxy = {
  /** Resolves when it sends requests to each of the processes. */
  untilAllUp(): Promise<void>;
  stop(): Promise<void>;
};

/** The states of the processes, from haproxy's statistics as CSV. */
async function serverStates(socketPath: string): Promise<string[]> {
  const call = request({ socketPath, path: "/;csv" }).end();
  const [response]: IncomingMessage[] = await once(call, "response");
  const lines = response ? (await text(response)).split("\n") : [];
  return lines
    .filter((line) => /^service,process/.test(line))
    .map((line) => line.split(",")[17] ?? "");
}

/**
 * Starts a real haproxy that spreads requests over these ports. It checks `/api/ready` every second, and
 * leaves out a process after two failures, as docs/operations/README.md recommends.
 */
export async function startHaproxy(port: number, ports: readonly number[]): Promise<Haproxy> {
  const dir = await mkdtemp(join(tmpdir(), "form-intake-haproxy-"));
  const path = join(dir, "haproxy.cfg");
  const configuration = [
    "defaults",
    "  mode http",
    "  timeout connect 2s",
    "  timeout client 30s",
    "  timeout server 30s",
    "  option redispatch",
    "frontend visitors",
    `  bind 127.0.0.1:${port}`,
    "  default_backend service",
    "frontend operators",
    `  bind unix@${join(dir, "stats")}`,
    "  stats enable",
    "  stats uri /",
    "backend service",
    "  balance roundrobin",
    "  option httpchk GET /api/ready",
    "  http-check expect status 200",
    "  default-server check inter 1s fall 2 rise 1",
    ...ports.map((of, index) => `  server process${index} 127.0.0.1:${of}`),
    "",
  ];
  await writeFile(path, configuration.join("\n"));
  const child = spawn(PROGRAM, ["-db", "-f", path], { stdio: ["ignore", "ignore", "pipe"] });
  let output = "";
  child.stderr.on("data", (chunk: Buffer) => {
    output += chunk;
  });
  const untilAllUp = async () => {
    await eventually("haproxy finds all processes ready", async () => {
      if (child.exitCode !== null) throw new Error(`haproxy ended:\n${output}`);
      const states = await serverStates(join(dir, "stats")).catch(() => []);
      return (
        (states.length === ports.length && states.every((state) => state === "UP")) || undefined
      );
    });
  };
  await untilAllUp();
  return {
    untilAllUp,
    async stop() {
      if (child.exitCode === null && child.kill("SIGKILL")) await once(child, "exit");
      await rm(dir, { recursive: true, force: true });
    },
  };
}
