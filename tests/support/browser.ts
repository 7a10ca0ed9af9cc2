import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import chromium from "@sparticuz/chromium";
import { z } from "zod";
import { ROOT } from "#scripts/checkout";
import { waitForFileLock } from "#scripts/file-lock";

const run = promisify(execFile);

export type Browser = { executablePath: string; env: Record<string, string> };

const PACKAGE = join(ROOT, "node_modules/@sparticuz/chromium/package.json");
const { version } = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(PACKAGE, "utf8")));
/** Where the packaged browser is unpacked. Named after its version, so that an update takes effect. */
const FOLDER = join(ROOT, `node_modules/.form-intake/chromium-${version}`);
const SYSTEM_NAMES = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome"];
const INFLATE_TIMEOUT_MS = 120_000;

async function isRunnable({ executablePath, env }: Browser): Promise<boolean> {
  return run(executablePath, ["--version"], { env: { ...process.env, ...env } }).then(
    () => true,
    () => false,
  );
}

/** The package inflates into the folder for temporary files; its libraries only where it sees a Lambda. */
async function inflate(withLibraries: boolean): Promise<void> {
  const before = { TMPDIR: process.env.TMPDIR, AWS_EXECUTION_ENV: process.env.AWS_EXECUTION_ENV };
  process.env.TMPDIR = FOLDER;
  if (withLibraries) process.env.AWS_EXECUTION_ENV = "AWS_Lambda_nodejs24.x";
  try {
    await rm(FOLDER, { recursive: true, force: true });
    await mkdir(FOLDER, { recursive: true });
    await chromium.executablePath();
  } finally {
    for (const [name, value] of Object.entries(before))
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
  }
}

async function inflatedBrowser(): Promise<Browser> {
  const browser = {
    executablePath: join(FOLDER, "chromium"),
    env: { FONTCONFIG_PATH: join(FOLDER, "fonts"), LD_LIBRARY_PATH: join(FOLDER, "al2023/lib") },
  };
  await mkdir(FOLDER, { recursive: true });
  const lock = await waitForFileLock(`${FOLDER}.lock`, INFLATE_TIMEOUT_MS);
  if (!lock) throw new Error("another run has been unpacking the browser for two minutes");
  try {
    for (const withLibraries of [false, true]) {
      if (await isRunnable(browser)) return browser;
      await inflate(withLibraries);
    }
    if (await isRunnable(browser)) return browser;
  } finally {
    lock.release();
  }
  throw new Error("no Chromium runs on this machine: install one, or set CHROMIUM_PATH");
}

/**
 * The browser of the suite: what `CHROMIUM_PATH` names, the machine's own Chromium, or the one that
 * comes with the packages, with its libraries where the machine lacks them.
 */
export async function findBrowser(): Promise<Browser> {
  const named = process.env.CHROMIUM_PATH;
  for (const executablePath of named ? [named] : SYSTEM_NAMES)
    if (await isRunnable({ executablePath, env: {} })) {
      const { stdout } = await run("which", [executablePath]);
      return { executablePath: stdout.trim(), env: {} };
    }
  if (named) throw new Error(`CHROMIUM_PATH: ${named} does not run`);
  return inflatedBrowser();
}
