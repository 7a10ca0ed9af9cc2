import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { SECRET_SETTINGS } from "#lib/core/settings/secret-files";
import { SETTING_NAMES } from "#lib/core/settings/settings";
import { ROOT } from "#server/start/checkout";
import { readBlocks } from "#tests/support/guides/blocks";

const PAGES = globSync("{*.md,docs/**/*.md}", { cwd: ROOT });
const FOLDERS = "app|components|docs|lab|lib|packages|prisma|public|scripts|server|tests";
const PATH = new RegExp(`^(?:${FOLDERS})/[\\w./()[\\]-]+$`);

function proseOf(page: string): string {
  return readFileSync(join(ROOT, page), "utf8").replaceAll(/```[\s\S]*?```/g, "");
}

/** A page's links, relative to the page, and its paths in code, relative to the root. */
function targetsOf(page: string): string[] {
  const text = proseOf(page);
  const links = [...text.matchAll(/\]\(([^)#\s]+)[^)]*\)/g)].map(([, target = ""]) => target);
  const images = [...text.matchAll(/\b(?:src|srcset)="([^"]+)"/g)].map(([, target = ""]) => target);
  const paths = [...text.matchAll(/`([^`\s]+)`/g)].map(([, path = ""]) => path);
  return [
    ...[...links, ...images]
      .filter((link) => !/^\w+:/.test(link))
      .map((link) => join(dirname(page), link)),
    ...paths.filter((path) => PATH.test(path)),
  ];
}

test("every file referenced in the docs exists", () => {
  const missing = PAGES.flatMap((page) =>
    targetsOf(page).flatMap((path) => (existsSync(join(ROOT, path)) ? [] : [`${page}: ${path}`])),
  );
  expect(missing).toEqual([]);
});

/** The anchors of a page's headings, as GitHub and the docs make them. */
function anchorsOf(page: string): string[] {
  const headings = proseOf(page).matchAll(/^#+ (.+)$/gm);
  return [...headings].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}_ -]/gu, "")
      .replaceAll(" ", "-"),
  );
}

test("every heading that a link leads to exists", () => {
  const missing = PAGES.flatMap((page) =>
    [...proseOf(page).matchAll(/\]\(([\w./-]*\.md)?#([^)\s]+)\)/g)].flatMap(
      ([, target, anchor = ""]) => {
        const path = target ? join(dirname(page), target) : page;
        // What comes from the code has headings, too.
        const isIncluded = readFileSync(join(ROOT, path), "utf8").includes("<!-- include: ");
        const isFound = isIncluded || anchorsOf(path).includes(anchor);
        return isFound ? [] : [`${page}: ${path}#${anchor}`];
      },
    ),
  );
  expect(missing).toEqual([]);
});

test("guides link to guides, because the service serves no other page of the docs", () => {
  const guides = PAGES.filter((page) => page.startsWith("docs/guides/"));
  const outside = guides.flatMap((page) =>
    [...proseOf(page).matchAll(/\]\((\.\.\/[^)]+)\)/g)]
      .map(([, target = ""]) => target)
      .filter((target) => !target.startsWith("../../public/"))
      .map((target) => `${page}: ${target}`),
  );
  expect(outside).toEqual([]);
});

test("every decision is listed and has a unique number", () => {
  const pages = globSync("docs/decisions/[0-9]*.md", { cwd: ROOT }).map((path) =>
    path.replace(/^.*\//, ""),
  );
  const numbers = pages.map((page) => page.slice(0, 4));
  expect(new Set(numbers).size).toBe(numbers.length);
  const index = proseOf("docs/decisions/README.md");
  expect(pages.filter((page) => !index.includes(`(${page})`))).toEqual([]);
});

/** The rows of the architecture's tables that name functions, and the files that have them. */
const STEPS = [
  ...proseOf("docs/ARCHITECTURE.md").matchAll(
    /^\| ([^|]+) \| ([^|]*`\w+[`(][^|]*) \| (`lib\/[^|]+) \|$/gm,
  ),
].map(([, step = "", functions = "", files = ""]) => ({ step, functions, files }));

test.each(STEPS)("the architecture's step $step is where it says", ({ functions, files }) => {
  const paths = [...files.matchAll(/`([^`]+)`/g)].map(([, path = ""]) => path);
  const code = paths.map((path) => readFileSync(join(ROOT, path), "utf8")).join("\n");
  const names = [...functions.matchAll(/`(\w+)/g)].map(([, name = ""]) => name);
  expect(names.filter((name) => !new RegExp(`\\b${name}\\b`).test(code))).toEqual([]);
});

test("the architecture names the steps of two flows", () => {
  expect(STEPS.length).toBeGreaterThan(15);
});

const read = (file: string) => readFileSync(join(ROOT, "docs/self-hosting", file), "utf8");
const settings = read("settings.md");

test("every setting is on the page of settings", () => {
  const names = SETTING_NAMES.filter((name) => !name.endsWith("_FILE"));
  // A pair is written as one name and the other's end.
  const known = (name: string) =>
    settings.includes(name) || settings.includes(`\`_${name.split("_").at(-1)}\``);
  expect(names.filter((name) => name !== "NODE_ENV" && !known(name))).toEqual([]);
});

test("the page of settings lists the secrets that can be in a file", () => {
  const [, section = ""] = settings.split("## Secrets in files\n");
  const list =
    section.split("\n\n").find((paragraph) => paragraph.startsWith("`DATABASE_URL`")) ?? "";
  const names = [...list.matchAll(/`(\w+)`/g)].map(([, name]) => name);
  expect(names).toEqual([...SECRET_SETTINGS]);
});

/** The options in https://doc.traefik.io/traefik/reference/static-configuration/file/ and …/routing-configuration. */
const TRAEFIK = `
  entryPoints.*.address entryPoints.*.transport.respondingTimeouts.readTimeout
  entryPoints.*.http.redirections.entryPoint.to entryPoints.*.http.redirections.entryPoint.scheme
  certificatesResolvers.*.acme.email certificatesResolvers.*.acme.storage
  certificatesResolvers.*.acme.httpChallenge.entryPoint providers.file.filename
  http.routers.*.rule http.routers.*.entryPoints.* http.routers.*.service
  http.routers.*.tls.certResolver http.services.*.loadBalancer.servers.*.url`;
const NAMED = /^(entryPoints|certificatesResolvers|routers|services)$/;

type Router = {
  rule: string;
  entryPoints: string[];
  tls: { certResolver: string };
  service: string;
};

/** Paths of all options; names that people choose, and places in lists, are `*`. */
function optionsOf(value: unknown, at = "", parent = ""): string[] {
  if (typeof value !== "object" || value === null) return [at];
  const isNamed = Array.isArray(value) || NAMED.test(parent);
  return Object.entries(value).flatMap(([name, one]) =>
    optionsOf(one, `${at && `${at}.`}${isNamed ? "*" : name}`, name),
  );
}

test("the files for Traefik have options that it knows, and names that exist", () => {
  const blocks = readBlocks("proxy", read("proxy.md"));
  const codeOf = (name: string) => blocks.find(({ file }) => file === name)?.code ?? "";
  const main = parse(codeOf("traefik.yml"));
  const { http } = parse(codeOf("form-intake.yml"));
  const used = [main, { http }].flatMap((file) => optionsOf(file));
  expect(used.length).toBeGreaterThan(10);
  expect(TRAEFIK.trim().split(/\s+/)).toEqual(expect.arrayContaining(used));
  for (const { rule, entryPoints, tls, service } of Object.values<Router>(http.routers)) {
    expect(rule).toMatch(/^Host\(`[\w.]+`\)$/);
    expect(Object.keys(main.entryPoints)).toEqual(expect.arrayContaining(entryPoints));
    expect(main.certificatesResolvers).toHaveProperty([tls.certResolver]);
    expect(http.services).toHaveProperty([service]);
  }
  expect(main.entryPoints).toHaveProperty([main.entryPoints.web.http.redirections.entryPoint.to]);
  expect(main.providers.file.filename).toContain("form-intake.yml");
});
