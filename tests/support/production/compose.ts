import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { z } from "zod";
import { ROOT } from "#server/start/checkout";

const Service = z.looseObject({
  image: z.string(),
  entrypoint: z.array(z.string()).optional(),
  command: z.array(z.string()).optional(),
  environment: z.record(z.string(), z.string()).default({}),
  read_only: z.boolean().optional(),
  ports: z.array(z.string()).optional(),
});
const Compose = z.looseObject({
  services: z.record(z.string(), Service),
  configs: z.record(z.string(), z.object({ content: z.string() })).default({}),
});
export type ComposeService = z.output<typeof Service>;

/** Replaces `${NAME}`, `${NAME:-default}`, `${NAME:?reason}` and `$$` like Docker Compose, also in a default. */
function interpolate(text: string, values: Record<string, string>): string {
  return text.replaceAll(
    /\$\$|\$\{(\w+)(?::([-?])((?:\$\{[^}]*\}|[^}])*))?\}/g,
    (all, name: string | undefined, kind: string | undefined, rest = "") => {
      if (name === undefined) return all.slice(1);
      const value = values[name] || (kind === "-" ? interpolate(rest, values) : "");
      if (kind === "?" && !value) throw new Error(`${name} ${rest}`);
      return value;
    },
  );
}

/**
 * A compose file with these values of its variables.
 *
 * @throws when a required one is missing
 */
export function readCompose(
  file: string,
  values: Record<string, string> = {},
): z.output<typeof Compose> {
  const text = readFileSync(join(ROOT, file), "utf8");
  const replace = (_key: unknown, value: unknown) =>
    typeof value === "string" ? interpolate(value, values) : value;
  return Compose.parse(parse(text, replace, { merge: true }));
}
