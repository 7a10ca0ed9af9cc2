import { globSync, readFileSync } from "node:fs";
import { twMerge } from "tailwind-merge";
import { expect, test } from "vitest";
import { cn } from "#components/ui/cn.ts";

const ROOT = new URL("../..", import.meta.url).pathname;

/** A class without its variants: `p-4` for `lg:hover:p-4`. */
function withoutVariants(token: string): string {
  let depth = 0;
  let start = 0;
  for (const [index, sign] of [...token].entries()) {
    if ("[(".includes(sign)) depth += 1;
    if ("])".includes(sign)) depth -= 1;
    if (sign === ":" && depth === 0) start = index + 1;
  }
  return token.slice(start);
}

/** Every word in a string of the pages that tailwind-merge recognizes as a class. */
function classesInUse(): string[] {
  const found = new Set<string>();
  const files = globSync("{app,components}/**/*.tsx", { cwd: ROOT });
  for (const file of files)
    for (const [, text = ""] of readFileSync(ROOT + file, "utf8").matchAll(
      /["'`]([^"'`\n]+)["'`]/g,
    ))
      for (const token of text.split(/\s+/)) found.add(withoutVariants(token));
  return [...found].filter((token) => token !== "" && twMerge(`${token} ${token}`) === token);
}

test("any two classes in use merge the same way as in the full tailwind-merge", () => {
  const tokens = classesInUse();
  expect(tokens.length).toBeGreaterThan(400);
  const wrong: string[] = [];
  for (const one of tokens)
    for (const other of tokens) {
      const both = `${one} ${other}`;
      if (cn(both) !== twMerge(both)) wrong.push(`${both}: ${cn(both)}`);
    }
  expect(wrong).toEqual([]);
});

test("a class with a variant is overridden only by a class with the same variant", () => {
  expect(cn("p-2 lg:p-4 lg:p-6 hover:p-1")).toBe("p-2 lg:p-6 hover:p-1");
  expect(cn("inline-flex in-data-apple:hidden hidden")).toBe("in-data-apple:hidden hidden");
});
