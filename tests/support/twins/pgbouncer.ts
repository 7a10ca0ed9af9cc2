import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { findFreePort } from "#server/start/free-port";

/** Debian installs it in a folder that's only in root's PATH. `PGBOUNCER` sets another executable. */
const PROGRAM = process.env.PGBOUNCER ?? "/usr/sbin/pgbouncer";

export type Pgbouncer = {
  /** The URL of the same database through the pooler. */
  through(databaseUrl: string): string;
  stop(): Promise<void>;
};

/** Starts a real pgbouncer in front of a PostgreSQL server, with default settings except `options`. */
export async function startPgbouncer(
  serverUrl: string,
  options: { pool_mode: "transaction" | "session"; default_pool_size: number } & Record<
    string,
    string | number
  >,
): Promise<Pgbouncer> {
  const { hostname, port: serverPort, username, password } = new URL(serverUrl);
  const port = await findFreePort();
  const dir = await mkdtemp(join(tmpdir(), "form-intake-pgbouncer-"));
  const settings = { listen_addr: "127.0.0.1", listen_port: port, unix_socket_dir: "", ...options };
  const configuration = [
    "[databases]",
    `* = host=${hostname} port=${serverPort} user=${username} password=${password}`,
    "[pgbouncer]",
    // All clients connect as the user above.
    "auth_type = any",
    "max_client_conn = 1000",
    ...Object.entries(settings).map(([name, value]) => `${name} = ${value}`),
  ];
  const path = join(dir, "pgbouncer.ini");
  await writeFile(path, configuration.join("\n"), { mode: 0o600 });
  // pgbouncer can't run as root: it reads its configuration, then switches to this account.
  const account = process.getuid?.() === 0 ? ["-u", "nobody"] : [];
  const child = spawn(PROGRAM, [...account, path], { stdio: ["ignore", "ignore", "pipe"] });
  const lines: string[] = [];
  for await (const line of createInterface({ input: child.stderr })) {
    lines.push(line);
    if (line.includes("process up")) break;
  }
  if (!lines.at(-1)?.includes("process up"))
    throw new Error(`pgbouncer didn't start:\n${lines.join("\n")}`);
  child.stderr.resume();
  return {
    through(databaseUrl) {
      const url = new URL(databaseUrl);
      url.port = String(port);
      return url.href;
    },
    async stop() {
      // In newer versions, SIGTERM waits for all clients to disconnect.
      if (child.kill("SIGKILL")) await once(child, "exit");
      await rm(dir, { recursive: true, force: true });
    },
  };
}
