import { globSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { ROOT } from "#selfhost/checkout";

/** What stands for a parameter of a path, by its segment such as `[formId]`. */
type Ids = Readonly<Record<string, string>>;

/** In place of a parameter that has no id: nothing is found there. */
const UNKNOWN = "01a00000-0000-7000-8000-000000000000";

/** The address of a file under `app/`. */
function addressOf(file: string, ids: Ids): string {
  const segments = file.replaceAll("\\", "/").split("/").slice(1, -1);
  const path = segments
    .filter((segment) => !segment.startsWith("("))
    .map((segment) => ids[segment] ?? (segment.startsWith("[") ? UNKNOWN : segment));
  return `/${path.join("/")}`;
}

/** The addresses of all route files, or of all pages. */
export function listAddresses(kind: "route" | "page", ids: Ids = {}): string[] {
  const files = globSync(`app/**/${kind}.{ts,tsx}`, { cwd: ROOT }).sort();
  return files.map((file) => addressOf(file, ids));
}

/** What the framework's build lists of server actions. */
const Manifest = z.object({
  node: z.record(
    z.string(),
    z.object({ exportedName: z.string(), workers: z.record(z.string(), z.unknown()) }),
  ),
});

export type Action = { id: string; name: string; path: string };

/** Every server action of the built app, with the address of a page that has it. */
export async function listActions(ids: Ids = {}): Promise<Action[]> {
  const file = join(ROOT, ".next/server/server-reference-manifest.json");
  const { node } = Manifest.parse(JSON.parse(await readFile(file, "utf8")));
  return Object.entries(node).map(([id, { exportedName, workers }]) => {
    const [worker = ""] = Object.keys(workers);
    return { id, name: exportedName, path: addressOf(worker, ids) };
  });
}
