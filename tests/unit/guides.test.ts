import { globSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { expect, test } from "vitest";
import { findGuide, guideText, listGuides, parseGuide } from "#lib/entry/docs/guides";
import { expandIncludes } from "#lib/entry/docs/includes";
import { llmsText, navigation, neighbors, searchRows } from "#lib/entry/docs/navigation";
import { headingsOf, sectionsOf } from "#lib/entry/docs/outline";
import { reference } from "#lib/entry/docs/reference";
import { endpoints } from "#lib/entry/management/contracts/index";
import { errorCodesOf } from "#lib/entry/openapi/error-responses";
import { ROOT } from "#server/start/checkout";
import { readBlocks } from "#tests/support/guides/blocks";

const FILES = globSync("docs/guides/*.md", { cwd: ROOT });
const BASE_URL = "http://localhost:3000";

test("a guide without a complete header stops with its name and what's missing", () => {
  const parse = (text: string) => () => parseGuide("broken.md", text, BASE_URL);
  expect(parse("# No header\n")).toThrow(/docs\/guides\/broken\.md[\s\S]*title/);
  expect(parse("---\ntitle: A\ndescription: B\ngroup: C\norder: first\n---\n")).toThrow(/order/);
  expect(parse("---\ntitle: A\ndescription: B\ngroup: C\norder: 1\nicon: x\n---\n")).toThrow(
    /icon/,
  );
});

test("an unknown include stops with its name", () => {
  expect(() => expandIncludes("<!-- include: nothing -->", BASE_URL)).toThrow('"nothing"');
});

test("every file in docs/guides and the changelog is a guide, in the index for language models and in the navigation", () => {
  const slugs = listGuides().map(({ slug }) => slug);
  const names = FILES.map((file) => basename(file, ".md"));
  expect(slugs.toSorted()).toEqual([...names, "changelog"].toSorted());
  const links = navigation().flatMap(({ pages }) => pages.map(({ href }) => href));
  expect(new Set(links).size).toBe(links.length);
  for (const slug of slugs) {
    expect(llmsText()).toContain(`(${BASE_URL}/docs/${slug}.md)`);
    expect(links).toContain(`/docs/${slug}`);
  }
  expect(llmsText()).toContain(`(${BASE_URL}/openapi.json)`);
});

test("a guide as Markdown has its title, its own address, and everything that's included", () => {
  for (const guide of listGuides()) {
    const text = guideText(guide);
    expect(text.startsWith(`# ${guide.title}\n\n> ${guide.description}\n\n`)).toBe(true);
    expect(text).not.toContain("forms.example.com");
    expect(text).not.toContain("<!-- include");
  }
  expect(findGuide("webhooks")?.markdown).toContain("/standard-webhooks/tree/main/libraries)");
  const errors = findGuide("errors");
  expect(errors?.markdown).toContain("| `idempotency_key_reused` |");
  expect(
    findGuide("webhooks")?.markdown.match(/^```(js|python|php|go) file=receiver/gm),
  ).toHaveLength(4);
});

test("headings of a guide have different IDs", () => {
  for (const { slug, markdown } of listGuides()) {
    const ids = headingsOf(markdown).map(({ id }) => id);
    expect(new Set(ids).size, slug).toBe(ids.length);
  }
});

test("previous and next lead through all pages", () => {
  const pages = navigation().flatMap((group) => group.pages);
  expect(neighbors(pages[0]?.href ?? "").previous).toBeNull();
  const seen = [pages[0]?.href];
  for (let at = neighbors(pages[0]?.href ?? "").next; at; at = neighbors(at.href).next)
    seen.push(at.href);
  expect(seen).toEqual(pages.map(({ href }) => href));
});

test("the search index has the text of guides and of the reference, and stays under 80 KB compressed", async () => {
  const rows = searchRows();
  const find = (words: string) => rows.find(([, , , text]) => text.includes(words))?.[0];
  expect(find("Compare in constant time")).toBe("/docs/webhooks#verify-the-signature");
  expect(find("The workspace already has 20 recipients")).toBe("/docs/errors#429");
  expect(rows.map(([href]) => href)).toContain("/docs/api/webhooks#rotateWebhookSecret");
  const body = new Blob([JSON.stringify(rows)]).stream().pipeThrough(new CompressionStream("gzip"));
  expect((await new Response(body).arrayBuffer()).byteLength).toBeLessThan(80_000);
});

/** Blocks that can't be run: bare headers, commands of others' programs, and one that has a test of its own. */
const NOT_RUN = [
  "rate-limits: http",
  "mcp: sh",
  "mcp: sh",
  "fields: html",
  ...Array(4).fill("local-webhooks: sh"),
];

test("every block of code has a language, and only listed ones aren't run", () => {
  const blocks = listGuides().flatMap(({ slug, markdown }) => readBlocks(slug, markdown));
  expect(blocks.length).toBeGreaterThan(70);
  expect(blocks.filter(({ language }) => language === "")).toEqual([]);
  const idle = blocks.filter(({ isRun }) => !isRun);
  expect(idle.map(({ guide, language }) => `${guide}: ${language}`).toSorted()).toEqual(
    NOT_RUN.filter((one) => findGuide(one.split(":")[0] ?? "") !== null).toSorted(),
  );
});

test("where a request is shown in one server language, it's shown in all", () => {
  for (const { slug, markdown } of listGuides()) {
    const blocks = readBlocks(slug, markdown);
    const count = (language: string) => blocks.filter((one) => one.language === language).length;
    if (count("python") > 0)
      expect([count("php"), count("js") >= count("python")], slug).toEqual([count("python"), true]);
  }
});

test("section texts contain no code blocks", () => {
  const [, section] = sectionsOf("## One\n\nText\n\n```sh\nsecret command\n```\n");
  expect(section).toMatchObject({ heading: { id: "one" }, text: "Text\n" });
});

test("no guide names an origin of its own", () => {
  // The guide about the reader's own machine names that.
  for (const file of FILES.filter((path) => !path.endsWith("local-webhooks.md")))
    expect(readFileSync(`${ROOT}/${file}`, "utf8")).not.toMatch(/localhost/);
});

test("the reference names every error code of an operation: shared ones once, others with it", () => {
  const { pages, sharedErrors } = reference();
  const shared = sharedErrors.flatMap(([, codes]) => codes);
  expect(shared).toContain("token_expired");
  for (const { operationId, errorCodes } of endpoints.map((endpoint) => ({
    operationId: endpoint.operationId,
    errorCodes: errorCodesOf(endpoint),
  }))) {
    const shown = pages.flatMap(({ operations }) =>
      operations.filter(({ id }) => id === operationId),
    );
    const own = shown.flatMap(({ errors }) => errors.flatMap(([, codes]) => codes));
    expect([...own, ...shared].toSorted(), operationId).toEqual(errorCodes.toSorted());
  }
});

test("every object that the API returns is on exactly one page", () => {
  const { pages, objects, objectHrefs } = reference();
  const names = [...pages.flatMap((page) => page.objects), ...objects].map(({ name }) => name);
  expect(names.toSorted()).toEqual([...new Set(names)].toSorted());
  for (const name of names) expect(objectHrefs[name]).toMatch(new RegExp(`#${name}$`));
});

test("the reference pairs each success with its example, and a request that creates something with 201 first", () => {
  const operations = reference().pages.flatMap((page) => page.operations);
  const save = operations.find(({ id }) => id === "saveWebhook");
  expect(save?.request?.body).not.toContain("revision");
  const [created, updated, ...more] = save?.responses ?? [];
  expect([created?.title, updated?.title, more]).toEqual(["Response 201", "Response 200", []]);
  expect(created?.text).toContain('"signingSecret"');
  expect(updated?.text).not.toContain('"signingSecret"');
  for (const { id, successes, responses } of operations) {
    const withObject = successes.filter(({ component, fields }) => component || fields);
    const titles = withObject.map(({ status }) => `Response ${status}`);
    expect(
      responses.map(({ title }) => title),
      id,
    ).toEqual(expect.arrayContaining(titles));
  }
});
