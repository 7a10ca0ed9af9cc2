import { globSync, readFileSync } from "node:fs";
import { twMerge } from "tailwind-merge";
import { expect, test } from "vitest";
import { cn } from "#components/ui/cn.ts";

/** What could be a utility of Tailwind, with or without variants. */
const CLASS = /^[-a-z[][-a-z0-9:[\]().,/_%&>*+=#@!'<~]*$/i;

/** Every class in the source that Tailwind knows, by tailwind-merge. */
function classesInUse(): string[] {
  const files = ["app", "components", "lib"].flatMap((folder) =>
    globSync(`${folder}/**/*.{ts,tsx}`),
  );
  const others = files.filter((file) => file !== "components/ui/cn.ts");
  const texts = others.flatMap((file) => [
    ...readFileSync(file, "utf8").matchAll(/["'`]([^"'`\n]{1,600})["'`]/g),
  ]);
  const words = new Set(texts.flatMap(([, text = ""]) => text.split(/\s+/)));
  return [...words].filter((word) => CLASS.test(word) && twMerge(word, word) === word);
}

const CLASSES = classesInUse();
const withoutVariants = CLASSES.filter((name) => !/^[^[(]*:/.test(name) && !name.startsWith("[&"));

test("of any two classes in use, the same one survives as with tailwind-merge", () => {
  expect(withoutVariants.length).toBeGreaterThan(500);
  const different: string[] = [];
  for (const first of withoutVariants)
    for (const second of withoutVariants) {
      const joined = `${first} ${second}`;
      if (first !== second && cn(joined) !== twMerge(joined)) different.push(joined);
    }
  expect(different).toEqual([]);
});

test("classes with variants conflict only with those of the same variants", () => {
  const withVariants = CLASSES.filter((name) => !withoutVariants.includes(name));
  expect(withVariants.length).toBeGreaterThan(200);
  const different: string[] = [];
  for (const name of withVariants) {
    const variants = /^(?:(?:[^:[\]()]|\[[^\]]*\]|\([^)]*\))*:)*/.exec(name)?.[0] ?? "";
    for (const other of ["hidden", "p-4", "text-sm", "bg-card", "border", "w-full", "opacity-0"])
      for (const joined of [
        `${other} ${name}`,
        `${variants}${other} ${name}`,
        `${name} ${variants}${other}`,
      ])
        if (cn(joined) !== twMerge(joined)) different.push(joined);
  }
  expect(different).toEqual([]);
});

test("joins what's true, and keeps classes of its own", () => {
  expect(cn("link", false, undefined, ["p-2", { hidden: true, flex: false }], "p-4")).toBe(
    "link hidden p-4",
  );
  expect(cn()).toBe("");
});
