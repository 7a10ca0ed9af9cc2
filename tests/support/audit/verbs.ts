import { globSync, readFileSync } from "node:fs";
import { ROOT } from "#server/start/checkout";

/** Places in which a person or a program starts something: endpoints, server actions, routes, and visitor pages. */
const ENTRIES = [
  "app/**/*action*.ts",
  "app/**/route.ts",
  "lib/http/**/*.ts",
  "lib/intake-http/*.ts",
  "lib/mcp/*.ts",
  "lib/session/*.ts",
];

const INFRASTRUCTURE = new Set([
  "core",
  "db",
  "clients",
  "docs",
  "http",
  "jobs",
  "mcp",
  "openapi",
  "session",
]);

/** The functions of `lib/<noun>` that endpoints, actions, and pages call. */
export function calledVerbs(): string[] {
  const verbs = new Set<string>();
  for (const file of globSync(ENTRIES, { cwd: ROOT })) {
    const source = readFileSync(`${ROOT}/${file}`, "utf8");
    const imports = source.matchAll(/^import \{([^}]*)\} from "#lib\/(\w+)\/[\w-]+";/gm);
    for (const [, names = "", folder = ""] of imports) {
      if (INFRASTRUCTURE.has(folder)) continue;
      for (const name of names.split(",").map((text) => text.trim()))
        if (/^[a-z]\w*$/.test(name)) verbs.add(name);
    }
  }
  return [...verbs].sort();
}
