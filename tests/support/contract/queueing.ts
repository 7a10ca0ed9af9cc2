import { globSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { ROOT } from "#server/start/checkout";

/** A top-level function, an endpoint, or another statement of a file, and the keys of all that it may name. */
export type Part = { name: string; file: string; text: string; references: readonly string[] };

const NAMED =
  /^(?:export )?(?:async function|function|const) (\w+)|^ {2}(?:\.\.\.)?define\w*Endpoint\(\s*"([^"]+)"/;

/** Modules that a file imports names from, as paths like `lib/domain/deliveries/queue.ts`. */
function importsOf(file: string, source: string): Map<string, string> {
  const found = source.matchAll(
    /^import \{([^}]*)\} from "(#(?:lib|components)\/|\.[^"]*\/)([^"]+)";/gm,
  );
  return new Map(
    [...found].flatMap(([, names = "", folder = "", module = ""]) => {
      const from = folder.startsWith("#") ? folder.slice(1) : `${dirname(file)}/${folder}`;
      const path = normalize(`${from}${module.replace(/\.ts$/, "")}.ts`);
      return names.split(",").map((name): [string, string] => [name.trim(), path]);
    }),
  );
}

export const keyOf = ({ file, name }: Pick<Part, "file" | "name">) => `${file} ${name}`;

/** A file's parts. Each ends where the next one begins. */
function partsOf(file: string): Part[] {
  const source = readFileSync(join(ROOT, file), "utf8");
  const imports = importsOf(file, source);
  const parts: Omit<Part, "references">[] = [];
  for (const line of source.split("\n")) {
    const [, plain, endpoint] = NAMED.exec(line) ?? [];
    const name = plain ?? endpoint;
    if (name !== undefined) parts.push({ name, file, text: "" });
    const last = parts.at(-1);
    if (last) last.text += `${line}\n`;
  }
  return parts.map((part) => {
    const words = new Set(part.text.match(/\b[a-z]\w+\b/g));
    words.delete(part.name);
    const references = [...words].map((name) => keyOf({ file: imports.get(name) ?? file, name }));
    return { ...part, references };
  });
}

/** The parts of the files that a pattern matches. */
export function readParts(pattern: string): Part[] {
  const files = globSync(pattern, { cwd: ROOT, exclude: ["lib/adapters/db/generated/**"] });
  return files.flatMap((file) => partsOf(file.replaceAll("\\", "/")));
}

/** Everything that leads to `isStart`, directly or through other parts. */
export function findReaching(
  parts: readonly Part[],
  isStart: (part: Part) => boolean,
): Set<string> {
  const reached = new Set(parts.filter(isStart).map(keyOf));
  for (let size = -1; size !== reached.size; ) {
    size = reached.size;
    for (const part of parts)
      if (part.references.some((key) => reached.has(key))) reached.add(keyOf(part));
  }
  return reached;
}
