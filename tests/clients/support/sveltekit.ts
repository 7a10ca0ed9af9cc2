import { execFile } from "node:child_process";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { ROOT } from "#server/start/checkout";
import { findFreePort, isPortFree } from "#server/start/free-port";
import { endProgram, PROGRAMS_FOLDER, startProgram } from "#tests/clients/support/programs";
import { eventually } from "#tests/support/factories/service-requests";

const run = promisify(execFile);

/** The client's name. */
export const SVELTEKIT = "SvelteKit, use:enhance";

/** Below our packages, which the app uses. */
const FOLDER = join(PROGRAMS_FOLDER, ".output/sveltekit");
const VITE = join(ROOT, "node_modules/vite/bin/vite.js");

/** An app with one page: a form that SvelteKit enhances and that posts to the URL in `to`. */
const FILES = {
  "package.json": '{ "type": "module" }',
  "vite.config.js": `import { sveltekit } from "@sveltejs/kit/vite";
    export default { plugins: [sveltekit()] };`,
  "src/app.html":
    "<!doctype html><html><head>%sveltekit.head%</head><body>%sveltekit.body%</body></html>",
  "src/routes/+page.svelte": `<script>
      import { enhance } from "$app/forms";
      import { page } from "$app/state";
      let isHydrated = $state(false);
      let report = $state("");
      $effect(() => { isHydrated = true; });
      const submit = () => ({ result }) => {
        report = result.type === "success" ? "sent" : JSON.stringify(result);
      };
    </script>
    <form action={page.url.searchParams.get("to")} method="post" use:enhance={submit}>
      <label>Name <input name="name"></label>
      <label>Message <textarea name="message"></textarea></label>
      <button disabled={!isHydrated}>Send</button>
    </form>
    <p id="result">{report}</p>`,
};

/** Builds the app and serves it. @returns its URL */
export async function startSvelteKit(): Promise<{ url: string; close: () => Promise<void> }> {
  await rm(FOLDER, { recursive: true, force: true });
  for (const [name, text] of Object.entries(FILES)) {
    const path = join(FOLDER, name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
  }
  await run(process.execPath, [VITE, "build"], { cwd: FOLDER });
  const port = await findFreePort();
  const address = ["--host", "127.0.0.1", "--port", String(port), "--strictPort"];
  const server = await startProgram(process.execPath, [VITE, "preview", ...address], {
    cwd: FOLDER,
    stdio: ["ignore", "ignore", "inherit"],
  });
  await eventually("the SvelteKit app", async () =>
    (await isPortFree(port, "127.0.0.1")) ? undefined : true,
  );
  return {
    url: `http://127.0.0.1:${port}`,
    close: () => endProgram(server),
  };
}
