import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { delimiter, join, resolve } from "node:path";
import { promisify } from "node:util";
import packaged from "@sparticuz/chromium";
import { type Browser, chromium } from "playwright/test";
import { buildIfChanged, ROOT } from "#server/start/checkout";

const run = promisify(execFile);

type Program = { executablePath: string; env: Record<string, string> };

/** The folder of the unpacked browser package. */
const FOLDER = "node_modules/.form-intake/chromium";
export const SYSTEM_BROWSERS = [
  "chromium",
  "chromium-browser",
  "google-chrome-stable",
  "google-chrome",
];
/** Makes every browser use the packaged fonts, so that pages look the same on every machine. */
const FONTS = {
  FONTCONFIG_FILE: join(ROOT, "tests/support/setup/fonts.conf"),
  XDG_CACHE_HOME: join(ROOT, "node_modules/.form-intake/cache"),
};

/** Playwright wants the whole path of a program. */
function pathOf(program: string): string {
  const folders = (process.env.PATH ?? "").split(delimiter);
  return folders.map((folder) => resolve(folder, program)).find(existsSync) ?? program;
}

async function isRunnable({ executablePath, env }: Program): Promise<boolean> {
  return run(executablePath, ["--version"], { env: { ...process.env, ...env } }).then(
    () => true,
    () => false,
  );
}

/** The package unpacks into the temporary folder, and unpacks its libraries only on AWS Lambda. */
async function unpack(): Promise<void> {
  const before = { TMPDIR: process.env.TMPDIR, AWS_EXECUTION_ENV: process.env.AWS_EXECUTION_ENV };
  const folder = join(ROOT, FOLDER);
  process.env.TMPDIR = folder;
  process.env.AWS_EXECUTION_ENV = "AWS_Lambda_nodejs24.x";
  try {
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true });
    await packaged.executablePath();
  } finally {
    for (const [name, value] of Object.entries(before))
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
  }
}

async function packagedBrowser(): Promise<Program> {
  const sources = ["node_modules/@sparticuz/chromium/package.json"];
  await buildIfChanged(`${FOLDER}/unpacked`, sources, unpack);
  const executablePath = join(ROOT, FOLDER, "chromium");
  const libraries = { LD_LIBRARY_PATH: join(ROOT, FOLDER, "al2023/lib") };
  for (const env of [FONTS, { ...FONTS, ...libraries }])
    if (await isRunnable({ executablePath, env })) return { executablePath, env };
  throw new Error("no Chromium runs on this machine: install one, or set CHROMIUM_PATH");
}

/**
 * The suite's browser: `CHROMIUM_PATH`, the machine's Chromium, or the packaged one, with its
 * libraries if the machine lacks them.
 */
export async function findBrowser(): Promise<Program> {
  const named = process.env.CHROMIUM_PATH;
  for (const executablePath of named ? [named] : SYSTEM_BROWSERS)
    if (await isRunnable({ executablePath, env: FONTS }))
      return { executablePath: pathOf(executablePath), env: FONTS };
  if (named) throw new Error(`CHROMIUM_PATH: ${named} doesn't run`);
  return packagedBrowser();
}

/** Launches the suite's browser, with these arguments too. */
export async function launchBrowser(args: readonly string[] = []): Promise<Browser> {
  const { executablePath, env } = await findBrowser();
  return chromium.launch({
    executablePath,
    env: { ...process.env, ...env },
    args: ["--no-sandbox", ...args],
  });
}
