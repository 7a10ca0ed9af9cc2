import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { findFreePort } from "#selfhost/free-port";
import { hasProgram } from "#tests/support/twins/has-program";

/** Debian's package puts it where only root's PATH looks. `PGBOUNCER` names another version to try. */
const PROGRAM = process.env.PGBOUNCER ?? "/usr/sbin/pgbouncer";

export type Pgbouncer = {
  /** The address of the same database through the pooler. */
  through(databaseUrl: string): string;
  stop(): Promise<void>;
};

/** Whether a pgbouncer can be started here; see {@link hasProgram}. */
export function hasPgbouncer(): boolean {
  return hasProgram(PROGRAM, "pgbouncer", "tests through a connection pooler");
}

/** Starts a real pgbouncer in front of a PostgreSQL server, with its own defaults but for `options`. */
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
    // Every client is the user named above.
    "auth_type = any",
    "max_client_conn = 1000",
    ...Object.entries(settings).map(([name, value]) => `${name} = ${value}`),
  ];
  const path = join(dir, "pgbouncer.ini");
  await writeFile(path, configuration.join("\n"), { mode: 0o600 });
  // It does not run as root: it reads its configuration, then becomes this account.
  const account = process.getuid?.() === 0 ? ["-u", "nobody"] : [];
  const child = spawn(PROGRAM, [...account, path], { stdio: ["ignore", "ignore", "pipe"] });
  const lines: string[] = [];
  for await (const line of createInterface({ input: child.stderr })) {
    lines.push(line);
    if (line.includes("process up")) break;
  }
  if (!lines.at(-1)?.includes("process up"))
    throw new Error(`pgbouncer did not start:\n${lines.join("\n")}`);
  child.stderr.resume();
  return {
    through(databaseUrl) {
      const url = new URL(databaseUrl);
      url.port = String(port);
      return url.href;
    },
    async stop() {
      // Newer versions take SIGTERM as a wish to wait for all clients.
      if (child.kill("SIGKILL")) await once(child, "exit");
      await rm(dir, { recursive: true, force: true });
    },
  };
}
