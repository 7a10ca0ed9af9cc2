import { glob } from "node:fs/promises";
import { dirname, join } from "node:path";
import { ROOT } from "#server/start/checkout";

/** These redirect, or only show that there is no such page. */
const NO_PAGES = new Set(["", "inbox/[submissionId]", "test-inbox/confirm-email", "unknown"]);

async function listAll(pattern: string): Promise<string[]> {
  const files = await Array.fromAsync(glob(pattern, { cwd: join(ROOT, "app") }));
  const routes = files.map((file) =>
    dirname(file)
      .split("/")
      .filter((part) => !part.startsWith("(") && part !== ".")
      .join("/"),
  );
  return routes.sort();
}

async function listRoutes(pattern: string): Promise<string[]> {
  return (await listAll(pattern)).filter((route) => !NO_PAGES.has(route));
}

/** The routes of the dashboard's pages, with those that redirect. */
export function listDashboardPages(): Promise<string[]> {
  return listAll("(dashboard)/**/page.tsx");
}

/** The routes of all pages, such as `forms/[formId]`. */
export function listPages(): Promise<string[]> {
  return listRoutes("**/page.tsx");
}

/** The pages of a form, which one route file serves. */
const FORM_PAGES = ["f/[publicKey]", "f/[publicKey]/thanks"];

/** Every route that serves HTML: the pages above, visitors' pages, and email previews. */
export async function listHtmlRoutes(): Promise<string[]> {
  const others = ["(visitor)/**/route.ts", "**/test-inbox/**/route.ts"];
  const lists = await Promise.all([listPages(), ...others.map(listRoutes)]);
  return [...lists.flat(), ...FORM_PAGES];
}

/** Matches every path of a route. */
export function patternOf(route: string): RegExp {
  return new RegExp(`^/${route.replaceAll(/\[(?:\.{3})?\w+\]/g, "[\\w-]+")}$`);
}
