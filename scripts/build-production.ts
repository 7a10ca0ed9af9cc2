import { cp, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { build } from "vite";
import { z } from "zod";
import { parseSettings } from "#lib/core/settings/settings";
import { runCommand } from "#server/commands/command";
import { buildApp, generateClient } from "#server/start/build";
import { COMMIT_FILE, findCommit, ROOT } from "#server/start/checkout";
import { StartError } from "#server/start/lifecycle";

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
    throw new StartError(`${folder} isn't empty; use a new folder`);
}

async function writePackageJson(folder: string): Promise<void> {
  const content = {
    ...Package.parse(await readJson("package.json")),
    private: true,
    type: "module",
    engines: { node: ">=24" },
    imports: { "#server/*": "./server/*.js" },
  };
  await writeFile(join(folder, "package.json"), `${JSON.stringify(content, null, 2)}\n`);
}

/** Notes the commit, for `/api/health`: the folder has no repository. */
async function writeCommit(folder: string): Promise<void> {
  const commit = parseSettings(process.env).commit ?? (await findCommit());
  if (commit) await writeFile(join(folder, COMMIT_FILE), `${commit}\n`);
}

/** Copies what Next has traced, with what it leaves to a content delivery network, and our own files. */
async function copyFiles(folder: string): Promise<void> {
  const copy = (from: string, to = from) =>
    cp(join(ROOT, from), join(folder, to), { recursive: true, verbatimSymlinks: true });
  await copy(".next/standalone", ".");
  await rm(join(folder, "server.js"));
  // Only the files of pages are subject to `outputFileTracingExcludes`, not those of proxy.ts.
  for (const name of ["supports-color", "has-flag"])
    await rm(join(folder, "node_modules", name), { recursive: true, force: true });
  await copy(".next/static");
  await copy("public");
  await copy("prisma/migrations");
  await copy("deploy/form-intake.service", "form-intake.service");
}

/**
 * Bundles the self-hosted server and its commands into JavaScript: `service.js` in `folder`, and the rest,
 * which finds the folder as it finds the checkout, from `server/start`.
 *
 * @param external - packages that stay outside the bundle
 */
async function bundleServer(folder: string, external: string[]): Promise<void> {
  await build({
    root: ROOT,
    configFile: false,
    logLevel: "warn",
    ssr: { noExternal: true, external },
    build: {
      ssr: true,
      outDir: folder,
      emptyOutDir: false,
      copyPublicDir: false,
      minify: false,
      target: "node24",
      rolldownOptions: {
        input: {
          service: "server/commands/service.ts",
          "job-worker": "server/jobs/job-worker.ts",
        },
        output: {
          entryFileNames: ({ name }) =>
            name === "service" ? "service.js" : "server/jobs/[name].js",
          chunkFileNames: "server/start/[name]-[hash].js",
        },
      },
    },
  });
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
  await writeCommit(folder);
  console.log(`The production folder is ${folder}. Run: node service.js start`);
}

await runCommand("Cannot build", buildProduction);
