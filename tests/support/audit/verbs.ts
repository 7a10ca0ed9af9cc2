import { globSync, readFileSync } from "node:fs";
import { ROOT } from "#server/start/checkout";

/** Places in which a person or a program starts something: endpoints, server actions, routes, and visitor pages. */
const ENTRIES = [
  "app/**/*action*.ts",
  "app/**/route.ts",
  "lib/entry/{account,http,intake,management,mcp,oauth,visitor-pages}/**/*.ts",
  "lib/entry/operations/serve-*.ts",
];

/** The functions of `lib/domain` and `lib/entry/operations` that endpoints, actions, and pages call. */
export function calledVerbs(): string[] {
  const verbs = new Set<string>();
  for (const file of globSync(ENTRIES, { cwd: ROOT })) {
    const source = readFileSync(`${ROOT}/${file}`, "utf8");
    const imports = source.matchAll(
      /^import \{([^}]*)\} from "#lib\/(?:domain|entry\/operations(?!\/serve-))\/[\w/-]+";/gm,
    );
    for (const [, names = ""] of imports)
      for (const name of names.split(",").map((text) => text.trim()))
        if (/^[a-z]\w*$/.test(name)) verbs.add(name);
  }
  return [...verbs].sort();
}
