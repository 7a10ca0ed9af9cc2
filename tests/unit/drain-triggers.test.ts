import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "#server/start/checkout";
import { findReaching, keyOf, type Part, readParts } from "#tests/support/contract/queueing";

/** What makes a delivery due. Jobs and the accepting statement have other ways to a drain. */
const QUEUES = /\bdueNow\(tx|INSERT INTO deliveries/;
/** Functions of the drain itself, which sees what it queues, and of intake, which triggers a drain. */
const OTHER_WAYS = /^lib\/(domain\/intake|entry\/(jobs|intake|operations\/demo))\//;

/** Routes that queue nothing: previews, the API's document, and the switch to another workspace. */
const WITHOUT_DELIVERIES = /\/preview\/route\.ts$|^app\/(openapi\.(json|yaml)|switch-workspace)\//;

const code = readParts("{app,components,lib}/**/*.ts").filter(({ file }) => !OTHER_WAYS.test(file));
const queueing = findReaching(code, ({ text }) => QUEUES.test(text));
const followed = findReaching(code, ({ text }) => text.includes("drainAfter("));
const isEntry = (file: string) =>
  /^app\/.*action.*\.ts$|^lib\/entry\/management\/contracts\//.test(file);
const isExported = ({ text, name }: Part) => name.includes("/") || text.startsWith("export ");
const entries = code.filter(
  (part) => isEntry(part.file) && isExported(part) && queueing.has(keyOf(part)),
);
const isAction = ({ file }: Part) => file.startsWith("app/");
const namesOf = (parts: readonly Part[]) => parts.map(({ name }) => name);

test("every server action that queues deliveries runs where a drain follows", () => {
  const actions = entries.filter(isAction);
  expect(actions.length).toBeGreaterThan(20);
  expect(namesOf(actions.filter((part) => !followed.has(keyOf(part))))).toEqual([]);
});

test("every route file that takes posts runs where a drain follows", () => {
  const texts = globSync("app/**/route.ts", { cwd: ROOT }).map((file): [string, string] => [
    file,
    readFileSync(join(ROOT, file), "utf8"),
  ]);
  const posting = texts.filter(
    ([file, text]) => /\bPOST\b/.test(text) && !WITHOUT_DELIVERIES.test(file),
  );
  expect(posting.length).toBeGreaterThan(6);
  const unfollowed = posting.filter(([, text]) => !/= (toRoute|linkRoute)\(/.test(text));
  expect(unfollowed.map(([file]) => file)).toEqual([]);
  for (const key of ["http/handler.ts toRoute", "visitor-pages/link-pages.ts linkRoute"])
    expect(followed).toContain(`lib/entry/${key}`);
});

test("every endpoint that queues deliveries says so, so that assistants know that something leaves the service", () => {
  const declared = findReaching(code, ({ text }) => text.includes("queues: true"));
  const endpoints = entries.filter((part) => part.name.includes("/"));
  expect(endpoints.length).toBeGreaterThan(5);
  expect(namesOf(endpoints.filter((part) => !declared.has(keyOf(part))))).toEqual([]);
});

test("whatever makes a delivery due notes it for the request that runs", () => {
  const noting = findReaching(code, ({ text }) => text.includes("noteQueued()"));
  const sources = code.filter(({ text }) => QUEUES.test(text));
  expect(sources.length).toBeGreaterThan(5);
  // These get their rows from callers that take the time from `dueNow`.
  const rest = ["queueDeliveries", "repeatEvents"];
  expect(namesOf(sources.filter((part) => !noting.has(keyOf(part)))).toSorted()).toEqual(rest);
});
