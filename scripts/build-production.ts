import { cp, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { z } from "zod";
import { bundleServer } from "#scripts/bundle-server";
import { buildApp, generateClient } from "#selfhost/build";
import { ROOT } from "#selfhost/checkout";
import { reportFailure, StartError } from "#selfhost/lifecycle";
import { COMMANDS } from "#selfhost/production/commands";

const DEFAULT_FOLDER = ".production";

const Package = z.object({ name: z.string(), version: z.string(), license: z.string() });
const BuildManifest = z.object({
  config: z.object({ serverExternalPackages: z.array(z.string()) }),
});

const readJson = async (path: string): Promise<unknown> =>
  JSON.parse(await readFile(join(ROOT, path), "utf8"));

/** Another folder may be one that a service runs from, or anything else. */
async function emptyFolder(folder: string): Promise<void> {
  if (folder === join(ROOT, DEFAULT_FOLDER)) await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  if ((await readdir(folder)).length > 0)
    throw new StartError(`${folder} isn't empty; name a new folder`);
}

async function writePackageJson(folder: string): Promise<void> {
  const scripts = COMMANDS.map((name) => [name, `exec node service.js ${name}`]);
  const content = {
    ...Package.parse(await readJson("package.json")),
    private: true,
    type: "module",
    engines: { node: ">=24" },
    imports: { "#selfhost/*": "./server/*.js" },
    scripts: Object.fromEntries(scripts),
  };
  await writeFile(join(folder, "package.json"), `${JSON.stringify(content, null, 2)}\n`);
}

/** Copies what Next has traced, with what it leaves to a content delivery network, and our own files. */
async function copyFiles(folder: string): Promise<void> {
  const copy = (from: string, to = from) =>
    cp(join(ROOT, from), join(folder, to), { recursive: true, verbatimSymlinks: true });
  await copy(".next/standalone", ".");
  await rm(join(folder, "server.js"));
  await copy(".next/static");
  await copy("public");
  await copy("prisma/migrations");
  await copy("selfhost/production/form-intake.service", "form-intake.service");
}

/** `npm run build:production [folder]`: a folder that runs without this checkout, its packages and npm. */
async function buildProduction(): Promise<void> {
  const folder = resolve(ROOT, process.argv[2] ?? DEFAULT_FOLDER);
  await generateClient(console.log);
  await buildApp(console.log);
  await emptyFolder(folder);
  await copyFiles(folder);
  const manifest = BuildManifest.parse(await readJson(".next/required-server-files.json"));
  // The app's own bundle has these outside too: the process loads one copy, which Next has traced.
  const external = ["next", "@node-rs/argon2", ...manifest.config.serverExternalPackages];
  await bundleServer(folder, external);
  await writePackageJson(folder);
  console.log(`The production folder is ${folder}. Run: node service.js start`);
}

try {
  await buildProduction();
} catch (error) {
  reportFailure("Cannot build", error);
  process.exitCode = 1;
}
