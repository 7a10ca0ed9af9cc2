import { execFile } from "node:child_process";
import { stat } from "node:fs/promises";
import { promisify } from "node:util";

const run = promisify(execFile);

/** Whom PostgreSQL runs as; undefined: whoever runs this process. */
export type Account = { uid: number; gid: number } | undefined;

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
 * PostgreSQL refuses to run as root: there it runs as the owner of the existing cluster, as
 * `postgres` where that account exists, or as a system account made for it.
 */
export async function chooseAccount(clusterDir: string): Promise<Account> {
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

/** Tries it: whether the account can run this program. */
export async function canRun(program: string, account: Account): Promise<boolean> {
  return run(program, ["--version"], { ...account, cwd: "/" }).then(
    () => true,
    () => false,
  );
}

/** Tries it: whether the account can write in this folder. */
export async function canWrite(dir: string, account: Account): Promise<boolean> {
  const attempt = 'probe="$1/.probe.$$" && : > "$probe" && rm "$probe"';
  return run("/bin/sh", ["-c", attempt, "sh", dir], { ...account, cwd: "/" }).then(
    () => true,
    () => false,
  );
}
