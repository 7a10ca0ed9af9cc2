import { execFile } from "node:child_process";
import { chown, mkdtemp, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import { StartError } from "#selfhost/lifecycle";
import { APP_ROLE, type Location } from "#selfhost/postgres/location";

const run = promisify(execFile);

/** `full` is PostgreSQL's default; `none` may lose everything at a crash and is only for tests. */
export type Durability = "full" | "none";

export const DATABASE = "form_intake";

/** Owns the cluster. Only single-user mode lets it in, while the server is stopped. */
export const SUPERUSER = "form_intake";

/** pg_trgm asks LC_CTYPE what a letter is: with plain C, it sees none outside ASCII. */
const LETTERS = process.platform === "darwin" ? "en_US.UTF-8" : "C.UTF-8";

/** The environment of PostgreSQL's programs, without what would change their behavior. */
export function cleanEnvironment(): NodeJS.ProcessEnv {
  const { NODE_ENV, PATH } = process.env;
  return { NODE_ENV, PATH, LC_ALL: "C", TZ: "UTC" };
}

/** The reason from the server's log, in one line. */
export function reasonOf(log: string): string {
  const lines = log.trim().split("\n");
  const line = lines.findLast((text) => /FATAL|PANIC|ERROR/.test(text)) ?? lines.at(-1) ?? "";
  return line.replace(/^.*?(FATAL|PANIC|ERROR):\s*/, "");
}

/**
 * Runs statements as the superuser, in single-user mode: no superuser has to be able to connect. The
 * server must be stopped. Each statement is a transaction.
 *
 * @throws {StartError} at the first statement that fails
 */
export async function runAsSuperuser(
  { programs, account }: Pick<Location, "programs" | "account">,
  clusterDir: string,
  statements: string[],
): Promise<void> {
  const flags = ["--single", "-j", "-D", clusterDir, "-c", "exit_on_error=on", "postgres"];
  const running = run(programs.postgres, flags, { ...account, cwd: "/", env: cleanEnvironment() });
  running.child.stdin?.end(statements.map((statement) => `${statement};\n\n`).join(""));
  await running.catch((error: Error & { stderr?: string }) => {
    // Not the error itself: the log repeats the statement, which may have a password.
    throw new StartError(`the database cannot be set up: ${reasonOf(error.stderr ?? "")}`);
  });
}

/**
 * Creates the cluster with its role and database atomically: a kill leaves nothing that looks like a
 * cluster. The role owns the database and has no other right; the superuser cannot log in.
 *
 * @throws {StartError} when PostgreSQL can't, or another start was faster
 */
export async function createCluster(location: Location, durability: Durability): Promise<void> {
  const { clusterDir, account, programs, record } = location;
  const fresh = await mkdtemp(`${clusterDir}.`);
  if (account) await chown(fresh, account.uid, account.gid);
  const flags = [
    `--pgdata=${fresh}`,
    `--username=${SUPERUSER}`,
    "--auth=reject",
    "--encoding=UTF8",
    "--locale=C",
    `--lc-ctype=${LETTERS}`,
    "--locale-provider=builtin",
    "--builtin-locale=C.UTF-8",
    ...(durability === "none" ? ["--no-sync"] : []),
  ];
  await run(programs.initdb, flags, { ...account, cwd: "/", env: cleanEnvironment() }).catch(
    (error: Error & { stderr?: string }) => {
      throw new StartError(`the database cannot be created: ${reasonOf(error.stderr ?? "")}`);
    },
  );
  await writeFile(join(fresh, "pg_hba.conf"), "host all all 127.0.0.1/32 scram-sha-256\n");
  await runAsSuperuser(location, fresh, [
    `CREATE ROLE ${APP_ROLE} LOGIN PASSWORD ${pg.escapeLiteral(record.password)}`,
    `CREATE DATABASE ${DATABASE} OWNER ${APP_ROLE}`,
    "REVOKE ALL ON DATABASE postgres, template1 FROM PUBLIC",
    `ALTER ROLE ${SUPERUSER} NOLOGIN`,
  ]);
  await rename(fresh, clusterDir).catch(() => {
    throw new StartError("DATA_DIR: another start has just created the database there");
  });
}
