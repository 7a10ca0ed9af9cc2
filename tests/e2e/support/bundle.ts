import { build } from "vite";
import { ROOT } from "#server/start/checkout";

/**
 * Bundles source files into one script, like a website's own build.
 *
 * @param files - source text by name; `main.jsx` is where it begins
 * @param root - the folder whose packages they import
 */
export async function bundle(
  files: Readonly<Record<string, string>>,
  root = ROOT,
): Promise<string> {
  const prefix = "\0website/";
  const result = await build({
    root,
    configFile: false,
    logLevel: "silent",
    define: { "process.env.NODE_ENV": '"production"' },
    plugins: [
      {
        name: "website",
        enforce: "pre",
        resolveId: (id) => {
          const name = id.replace(/^\.\//, "");
          return name in files ? prefix + name : null;
        },
        load: (id) => (id.startsWith(prefix) ? (files[id.slice(prefix.length)] ?? null) : null),
      },
    ],
    build: { write: false, rolldownOptions: { input: "main.jsx" }, modulePreload: false },
  });
  const [output] = Array.isArray(result) ? result : [result];
  if (!output || !("output" in output)) throw new Error("the bundle was not built");
  return output.output[0].code;
}
