import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { buildIfChanged, ROOT } from "#scripts/checkout";

const run = promisify(execFile);

/** Generates the Prisma client when the schema changed. Needs no network. */
export async function generateClient(log: (line: string) => void): Promise<void> {
  const sources = ["prisma/schema.prisma", "prisma.config.ts", "node_modules/prisma/package.json"];
  await buildIfChanged({ stampPath: "lib/db/generated/.stamp", sources, log }, async () => {
    log("Generating the database client");
    // Generating does not use the schema engine, but Prisma fetches it unless it is told of one.
    const env = { ...process.env, PRISMA_SCHEMA_ENGINE_BINARY: process.execPath };
    const prisma = join(ROOT, "node_modules/prisma/build/index.js");
    await run(process.execPath, [prisma, "generate", "--no-hints"], { cwd: ROOT, env });
  });
}
