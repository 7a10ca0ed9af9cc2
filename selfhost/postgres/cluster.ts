import { execFile } from "node:child_process";
import { chown, mkdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import { StartError } from "#selfhost/lifecycle";
import { APP_ROLE, type Location, SUPERUSER } from "#selfhost/postgres/location";

const run = promisify(execFile);

/** `full` is PostgreSQL's default; `none` may lose everything at a crash and is only for tests. */
export type Durability = "full" | "none";

export const DATABASE = "form_intake";

/** The environment of PostgreSQL's programs, without what would change their behavior. */
export function cleanEnvironment(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !/^(PG|LC_|LANG)/.test(name));
  return {
    ...Object.fromEntries(kept),
    NODE_ENV: process.env.NODE_ENV,
    LC_ALL: "C",
    TZ: "UTC",
  };
}

/** The reason from the server's log, in one line. */
export function reasonOf(log: string): string {
  const lines = log.split("\n").filter((line) => /FATAL|PANIC|ERROR/.test(line));
  return (lines.at(-1) ?? log.split("\n").at(-1) ?? "").replace(/^.*?(FATAL|PANIC|ERROR):\s*/, "");
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
  database: string,
  statements: string[],
): Promise<void> {
  const flags = ["--single", "-j", "-D", clusterDir, "-c", "exit_on_error=on", database];
  const running = run(programs.postgres, flags, { ...account, cwd: "/", env: cleanEnvironment() });
  running.child.stdin?.end(statements.map((statement) => `${statement};\n\n`).join(""));
  await running.catch((error: Error & { stderr?: string }) => {
    // Not the error itself: the log repeats the statement, which may have a password.
    throw new StartError(`the database cannot be set up: ${reasonOf(error.stderr?.trim() ?? "")}`);
  });
}

/** Makes everything in the database's schema belong to the service's role. */
const TRANSFER_OBJECTS = `DO $$
DECLARE command text;
BEGIN
  FOR command IN
    SELECT format('ALTER TABLE %s OWNER TO ${APP_ROLE}', oid::regclass) FROM pg_class c
    WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'v', 'm', 'S')
      -- A sequence that belongs to a column follows its table.
      AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = c.oid AND deptype IN ('a', 'i')
        AND classid = 'pg_class'::regclass AND relkind = 'S')
    UNION ALL
    SELECT format('ALTER TYPE %s OWNER TO ${APP_ROLE}', oid::regtype) FROM pg_type
    WHERE typnamespace = 'public'::regnamespace AND typtype IN ('e', 'd')
    UNION ALL
    SELECT format('ALTER ROUTINE %s OWNER TO ${APP_ROLE}', oid::regprocedure) FROM pg_proc
    WHERE pronamespace = 'public'::regnamespace
  LOOP
    EXECUTE command;
  END LOOP;
END $$`;

/** Can be repeated: a start that was interrupted runs them again. */
function roleStatements(password: string): string[] {
  return [
    `DO $$ BEGIN
  IF to_regrole('${APP_ROLE}') IS NULL THEN CREATE ROLE ${APP_ROLE}; END IF;
END $$`,
    `ALTER ROLE ${APP_ROLE} LOGIN NOSUPERUSER NOCREATEROLE NOCREATEDB NOREPLICATION NOBYPASSRLS
  PASSWORD ${pg.escapeLiteral(password)}`,
    `ALTER DATABASE ${DATABASE} OWNER TO ${APP_ROLE}`,
    TRANSFER_OBJECTS,
    "REVOKE ALL ON DATABASE postgres, template1 FROM PUBLIC",
    `ALTER ROLE ${SUPERUSER} NOLOGIN PASSWORD NULL`,
  ];
}

/**
 * Gives an existing database to the service's role, and lets the superuser log in no more. The server must
 * be stopped.
 *
 * @throws {StartError} when that fails
 */
export async function transferToAppRole(location: Location): Promise<void> {
  const statements = roleStatements(location.record.password);
  await runAsSuperuser(location, location.clusterDir, DATABASE, statements);
}

/**
 * Creates the cluster with its role and database atomically: a kill leaves nothing that looks like a
 * cluster. LC_CTYPE matters even with the builtin provider: with plain C, pg_trgm sees no letters outside
 * ASCII.
 */
export async function createCluster(location: Location, durability: Durability): Promise<void> {
  const { clusterDir, directory, account, programs, record } = location;
  const fresh = join(directory, "cluster.new");
  const passwordFile = join(directory, "password.new");
  // The program asks for a password. The superuser loses it below.
  await writeFile(passwordFile, record.password, { mode: 0o600 });
  if (account) await chown(passwordFile, account.uid, account.gid);
  const flags = [
    `--pgdata=${fresh}`,
    `--username=${SUPERUSER}`,
    `--pwfile=${passwordFile}`,
    "--auth=scram-sha-256",
    "--encoding=UTF8",
    "--locale=C",
    "--locale-provider=builtin",
    "--builtin-locale=C.UTF-8",
    ...(durability === "none" ? ["--no-sync"] : []),
  ];
  try {
    for (const ctype of ["C.UTF-8", "en_US.UTF-8", "C"]) {
      await rm(fresh, { recursive: true, force: true });
      await mkdir(fresh, { mode: 0o700 });
      if (account) await chown(fresh, account.uid, account.gid);
      try {
        await run(programs.initdb, [...flags, `--lc-ctype=${ctype}`], {
          ...account,
          cwd: "/",
          env: cleanEnvironment(),
        });
        break;
      } catch (error) {
        if (!/invalid locale name/.test(String(error)) || ctype === "C") throw error;
      }
    }
  } finally {
    await rm(passwordFile, { force: true });
  }
  const statements = [`CREATE DATABASE ${DATABASE}`, ...roleStatements(record.password)];
  await runAsSuperuser(location, fresh, "postgres", statements);
  await rename(fresh, clusterDir);
}
