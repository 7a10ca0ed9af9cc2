import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { SETTING_NAMES } from "#lib/core/settings/settings";
import { buildIfChanged, ROOT } from "#server/start/checkout";
import { compressStatic } from "#server/start/compress-static";
import { StartError } from "#server/start/lifecycle";

const run = promisify(execFile);
type Output = Awaited<ReturnType<typeof run>>;
const MAX_OUTPUT_BYTES = 64_000_000;

const SOURCES = [
  "app",
  "components",
  "instrumentation.ts",
  "lib",
  "next.config.ts",
  "package-lock.json",
  "package.json",
  "postcss.config.mjs",
  "prisma/schema.prisma",
  "proxy.ts",
  "public",
  "tsconfig.json",
];

/**
 * Returns the environment without settings: none may end up in the build, which every start from
 * this checkout shares.
 */
function buildEnvironment(): NodeJS.ProcessEnv {
  const env = Object.entries(process.env).filter(([name]) => !SETTING_NAMES.includes(name));
  return { ...Object.fromEntries(env), NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" };
}

async function runBuild(signal?: AbortSignal): Promise<void> {
  const next = join(ROOT, "node_modules/next/dist/bin/next");
  const options = { cwd: ROOT, env: buildEnvironment(), signal, maxBuffer: MAX_OUTPUT_BYTES };
  await run(process.execPath, [next, "build"], options).catch((error: Partial<Output>) => {
    process.stderr.write(`${error.stdout ?? ""}${error.stderr ?? ""}`);
    throw new StartError("the app couldn't be built; see the output above");
  });
}

/** Builds the app for production when its sources changed since the last build of this checkout. */
export async function buildApp(log: (line: string) => void, signal?: AbortSignal): Promise<void> {
  await buildIfChanged(".next/form-intake-sources", SOURCES, async () => {
    log("Building the app (takes about a minute)");
    const startedAt = Date.now();
    const seconds = () => Math.round((Date.now() - startedAt) / 1000);
    const progress = setInterval(() => log(`  still building (${seconds()} s)`), 10_000);
    try {
      await runBuild(signal);
      await compressStatic();
    } finally {
      clearInterval(progress);
    }
    log(`  built in ${seconds()} s`);
  });
}

/** Generates the Prisma client if the schema has changed. Needs no network. */
export async function generateClient(log: (line: string) => void): Promise<void> {
  const sources = ["prisma/schema.prisma", "prisma.config.ts", "node_modules/prisma/package.json"];
  await buildIfChanged("lib/adapters/db/generated/.stamp", sources, async () => {
    log("Generating the database client");
    // Generating doesn't use the schema engine, but Prisma downloads it unless one is set.
    const env = { ...process.env, PRISMA_SCHEMA_ENGINE_BINARY: process.execPath };
    const prisma = join(ROOT, "node_modules/prisma/build/index.js");
    await run(process.execPath, [prisma, "generate", "--no-hints"], { cwd: ROOT, env });
  });
}
