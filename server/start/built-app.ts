// What this server needs from the framework's build and isn't documented: a new version of Next can change it.

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { ROOT } from "#server/start/checkout";

const BuildManifest = z.object({ config: z.record(z.string(), z.unknown()) });

/**
 * Passes the settings of the build to Next, like the server that it writes for `output: "standalone"`. To
 * read next.config.ts, Next would load its compiler.
 */
export async function passBuiltConfig(): Promise<void> {
  const manifest = await readFile(join(ROOT, ".next/required-server-files.json"), "utf8");
  const { config } = BuildManifest.parse(JSON.parse(manifest));
  process.env.__NEXT_PRIVATE_STANDALONE_CONFIG = JSON.stringify(config);
}

const AppPaths = z.record(z.string(), z.string());

/** Reads the routes of pages from the framework's build: `/forms/{id}`. */
export async function readPageRoutes(): Promise<ReadonlySet<string>> {
  const text = await readFile(join(ROOT, ".next/app-path-routes-manifest.json"), "utf8");
  const paths = Object.values(AppPaths.parse(JSON.parse(text)));
  return new Set(paths.map((path) => path.replaceAll(/\[\w+\]/g, "{id}")));
}
