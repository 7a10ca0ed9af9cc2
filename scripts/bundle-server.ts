import { build } from "vite";
import { ROOT } from "#selfhost/checkout";
import { COMMANDS, fileOf } from "#selfhost/production/commands";

const ENTRIES = {
  service: "selfhost/production/service.ts",
  "job-worker": "selfhost/job-worker.ts",
  ...Object.fromEntries(
    COMMANDS.map((command) => [fileOf(command), `selfhost/production/${fileOf(command)}.ts`]),
  ),
};

/**
 * Bundles the self-hosted server and its commands into JavaScript: `service.js` in `folder`, and the rest,
 * which takes its own location for that of the checkout's `selfhost`, in `folder/server`.
 *
 * @param external - packages that stay outside the bundle
 */
export async function bundleServer(folder: string, external: string[]): Promise<void> {
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
        input: ENTRIES,
        output: {
          entryFileNames: ({ name }) => (name === "service" ? "service.js" : "server/[name].js"),
          chunkFileNames: "server/[name]-[hash].js",
        },
      },
    },
  });
}
