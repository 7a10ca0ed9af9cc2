import { globSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { accountEndpoints } from "#lib/entry/account/contract";
import { endpoints } from "#lib/entry/management/contracts/index";
import { OPERATIONS } from "#lib/entry/operations/serve-operations";
import { ROOT } from "#server/start/checkout";

/** Values of path parameters by segment, such as `[formId]`. */
type Ids = Readonly<Record<string, string>>;

/** An id that doesn't exist, for parameters without a value. */
const UNKNOWN = "01a00000-0000-7000-8000-000000000000";

/** The URL path of a file in `app/`. */
function addressOf(file: string, ids: Ids): string {
  const segments = file.replaceAll("\\", "/").split("/").slice(1, -1);
  const path = segments
    .filter((segment) => !segment.startsWith("("))
    .map((segment) => ids[segment] ?? (segment.startsWith("[") ? UNKNOWN : segment));
  return `/${path.join("/")}`;
}

/** Every endpoint of the APIs. */
export function listEndpoints(ids: Ids = {}): { method: string; path: string }[] {
  return [...endpoints, ...accountEndpoints].map(({ method, path }) => ({
    method,
    path: path.replaceAll(/\{(\w+)\}/g, (_, name) => ids[`[${name}]`] ?? UNKNOWN),
  }));
}

/** The URL paths of all pages, route files, endpoints, operations, and a form. A catch-all counts as an unknown path. */
export function listAddresses(ids: Ids = {}): string[] {
  const files = globSync("app/**/{page.tsx,route.ts}", { cwd: ROOT }).sort();
  const paths = new Set(listEndpoints(ids).map(({ path }) => path));
  const form = `/f/${ids["[publicKey]"] ?? UNKNOWN}`;
  const served = [form, `${form}/thanks`, `${form}/logo`, ...Object.keys(OPERATIONS)];
  return [...files.map((file) => addressOf(file, ids)), ...served, ...paths];
}

/** The build's manifest of server actions. */
const Manifest = z.object({
  node: z.record(
    z.string(),
    z.object({ exportedName: z.string(), workers: z.record(z.string(), z.unknown()) }),
  ),
});

export type Action = { id: string; name: string; path: string };

/** Every server action of the built app, with the path of a page that uses it. */
export async function listActions(ids: Ids = {}): Promise<Action[]> {
  const file = join(ROOT, ".next/server/server-reference-manifest.json");
  const { node } = Manifest.parse(JSON.parse(await readFile(file, "utf8")));
  return Object.entries(node).map(([id, { exportedName, workers }]) => {
    const [worker = ""] = Object.keys(workers);
    return { id, name: exportedName, path: addressOf(worker, ids) };
  });
}
