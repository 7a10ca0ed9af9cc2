import { expect, test } from "vitest";
import { findReaching, keyOf, type Part, readParts } from "#tests/support/contract/queueing";

/** What makes a delivery due. Jobs and the accepting statement have other ways to a drain. */
const QUEUES = /\bdueNow\(tx|INSERT INTO deliveries/;
/** Functions of the drain itself, which sees what it queues, and of intake, which triggers a drain. */
const OTHER_WAYS = /^lib\/(jobs|intake|intake-http|demo)\//;

/** Actions that reach a function which queues deliveries, but never that part of it. */
const UNREACHED: Readonly<Record<string, string>> = {
  markSpamPage: "a move to spam emits nothing",
  renameWorkspaceAction: "only another plan queues an email",
  signUpInvitedAction: "a sign-in that's expected isn't announced",
};

const code = readParts("{app,lib}/**/*.ts");
const queueing = findReaching(
  code.filter(({ file }) => !OTHER_WAYS.test(file)),
  ({ text }) => QUEUES.test(text),
);
const triggering = findReaching(code, ({ text }) => /triggerDrain|queues: true/.test(text));
const isEntry = (file: string) =>
  /^app\/.*action.*\.ts$|^lib\/http\/(contracts\/|[\w-]+\.ts$)/.test(file);

const isExported = ({ text, name }: Part) => name.includes("/") || text.startsWith("export ");

test("every action and endpoint that queues deliveries starts a drain", () => {
  const entries = code.filter(
    (part) => isEntry(part.file) && isExported(part) && queueing.has(keyOf(part)),
  );
  expect(entries.length).toBeGreaterThan(40);
  const waiting = entries.filter((part) => !triggering.has(keyOf(part)));
  expect(waiting.map(({ name }) => name).toSorted()).toEqual(Object.keys(UNREACHED));
});
