import { expect } from "vitest";
import { newId } from "#lib/core/ids";
import { errorOf, invalidPaths } from "#tests/support/contract/api";
import { all, guarantee, oneOfEachShape, withQuery } from "#tests/support/contract/contract-cases";

const NOW = Date.now();
const MALFORMED: Record<string, string[]> = {
  limit: ["", "0", "-1", "1.5", "1e1", "x", "101", "99999", " 5", "٣"],
  cursor: ["", "x", `${NOW}`, `${NOW}:x`, `1:${newId()}`, `${NOW}:${newId()} `],
  folder: ["", "Inbox", "trash", "inbox,spam"],
  formId: ["", "x", `${newId()}0`, "00000000000000000000000000000000"],
  receivedAfter: ["", "-1", "1.5", "1e3", "2026-11-22", "+5", "253402300800000"],
  receivedBefore: ["", "x", "9999999999999999"],
  status: ["", "Active", "paused,active", "gone"],
  order: ["", "ASC", "newest"],
  include: ["", "Fields", "fields,fields", "files"],
  unread: ["", "1", "TRUE", "yes"],
  suspected: ["", "1", "TRUE", "yes"],
  answered: ["", "1", "TRUE", "yes"],
  assigneeId: ["", "me", "1"],
  hasNotes: ["", "1", "TRUE", "yes"],
  waiting: ["", "1", "TRUE", "yes"],
  kind: ["", "Slack", "email"],
  source: ["x".repeat(41), ""],
  url: ["x".repeat(2_001), ""],
  search: ["x".repeat(201), "a\u0000b"],
};

guarantee("names malformed query parameters", withQuery, async ({ call, endpoint }) => {
  const names = Object.keys(endpoint.query?.shape ?? {});
  expect(Object.keys(MALFORMED)).toEqual(expect.arrayContaining(names));
  for (const name of names)
    for (const value of MALFORMED[name] ?? []) {
      const answer = await call({ query: { [name]: value } });
      const { paths, details } = errorOf(answer, "validation_failed");
      expect(paths, `${name}=${value}`).toEqual([name]);
      // Said in our words, not in the schema library's.
      for (const { message } of details ?? []) expect(message).toMatch(/^(must be|contains) /);
    }
});

guarantee("reports all malformed query parameters together", withQuery, async (one) => {
  const names = Object.keys(one.endpoint.query?.shape ?? {});
  const query = names.map((name) => [name, MALFORMED[name]?.at(-1) ?? ""] as const);
  const answer = await one.call({ query: Object.fromEntries(query) });
  expect(invalidPaths(answer).toSorted()).toEqual(names.toSorted());
});

guarantee("rejects a repeated query parameter", withQuery, async ({ call, endpoint }) => {
  for (const name of Object.keys(endpoint.query?.shape ?? {})) {
    const path = `${endpoint.path}?${name}=1&${name}=1`;
    expect(invalidPaths(await call({ path, query: undefined }))).toEqual([name]);
  }
});

/** Those with parameters, and one of each other shape, which has none. */
const withOrWithoutQuery = [...new Set([...withQuery, ...oneOfEachShape(all)])];

guarantee("names unknown query parameters", withOrWithoutQuery, async ({ call, sample }) => {
  const query = { ...sample.query, unknown: "x", Limit: "0", __proto__x: "1" };
  const paths = invalidPaths(await call({ query }));
  expect(paths).toEqual(["unknown", "Limit", "__proto__x"]);
});
