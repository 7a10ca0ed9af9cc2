import { glob } from "node:fs/promises";
import { dirname, join } from "node:path";
import { ROOT } from "#selfhost/checkout";

/** These redirect, only show that there is no such page, or serve an image. */
const NO_PAGES = new Set([
  "",
  "f/[publicKey]/logo",
  "inbox/[submissionId]",
  "test-inbox/confirm-email",
  "unknown",
]);

async function listRoutes(pattern: string): Promise<string[]> {
  const files = await Array.fromAsync(glob(pattern, { cwd: join(ROOT, "app") }));
  const routes = files.map((file) =>
    dirname(file)
      .split("/")
      .filter((part) => !part.startsWith("(") && part !== ".")
      .join("/"),
  );
  return routes.filter((route) => !NO_PAGES.has(route)).sort();
}

/** The routes of all pages, such as `forms/[formId]`. */
export function listPages(): Promise<string[]> {
  return listRoutes("**/page.tsx");
}

/** Every route that serves HTML: the pages above, visitors' pages, and email previews. */
export async function listHtmlRoutes(): Promise<string[]> {
  const others = ["f/**/route.ts", "(visitor)/**/route.ts", "**/test-inbox/**/route.ts"];
  const lists = await Promise.all([listPages(), ...others.map(listRoutes)]);
  return lists.flat().filter((route) => !route.startsWith("api/"));
}

/** Matches every path of a route. */
export function patternOf(route: string): RegExp {
  return new RegExp(`^/${route.replaceAll(/\[(?:\.{3})?\w+\]/g, "[\\w-]+")}$`);
}
