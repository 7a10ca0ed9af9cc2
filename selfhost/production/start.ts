import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { ROOT } from "#selfhost/checkout";
import { serve } from "#selfhost/serve";

const BuildManifest = z.object({ config: z.record(z.string(), z.unknown()) });

// This is how the server that Next writes for `output: "standalone"` passes it on. next.config.mjs isn't in
// the folder, nor is what Next loads to check it.
const manifest = await readFile(join(ROOT, ".next/required-server-files.json"), "utf8");
const { config } = BuildManifest.parse(JSON.parse(manifest));
process.env.__NEXT_PRIVATE_STANDALONE_CONFIG = JSON.stringify(config);
await serve();
