import { expect, test } from "vitest";
import { type ListSubmissionsQuery, SubmissionItem } from "#lib/submissions/schema";
import { callApi, pageOfAnswer } from "#tests/support/contract/api";
import { createForm, createToken, createWorkspace } from "#tests/support/factories/factories";
import {
  createWebhook,
  createWebhookDelivery,
} from "#tests/support/factories/integration-factories";
import { createSubmission } from "#tests/support/factories/message-factories";

type Query = Partial<Record<keyof ListSubmissionsQuery, string>>;

const START = Date.now() - 600_000;

/** Submissions received at these milliseconds, in the order of the list that starts with the oldest. */
async function setUp(offsets: readonly number[] = []) {
  const workspace = await createWorkspace();
  const token = await createToken(workspace, { scopes: ["submissions:read"] });
  const form = await createForm(workspace, { name: "Contact" });
  const receive = (offset: number, options: Parameters<typeof createSubmission>[2] = {}) =>
    createSubmission(workspace, form, { receivedAt: new Date(START + offset), ...options });
  const created: { id: string; receivedAt: Date }[] = [];
  for (const offset of offsets) created.push(await receive(offset));
  const key = (one: { receivedAt: Date; id: string }) => `${one.receivedAt.getTime()} ${one.id}`;
  const ids = created.toSorted((a, b) => (key(a) < key(b) ? -1 : 1)).map(({ id }) => id);
  const list = async (query: Query = {}) =>
    pageOfAnswer(await callApi("GET", "/v1/submissions", { token, query }), SubmissionItem);
  const pagesOf = async (query: Query) => {
    const pages: string[][] = [];
    let cursor: string | null = null;
    do {
      const page = await list({ ...query, ...(cursor ? { cursor } : {}) });
      pages.push(page.data.map(({ id }) => id));
      cursor = page.nextCursor;
    } while (cursor);
    return pages;
  };
  const idsOf = async (query: Query) => (await pagesOf(query)).flat();
  return { workspace, form, ids, receive, list, pagesOf, idsOf };
}

const at = (offset: number) => String(START + offset);

test("both ends of a time range are exclusive, and an empty range is an empty page", async () => {
  const { ids, list, idsOf } = await setUp([0, 1, 2, 3, 4]);
  const [first = "", second = "", third = "", fourth = "", fifth = ""] = ids;
  expect(await idsOf({ receivedAfter: at(2) })).toEqual([fifth, fourth]);
  expect(await idsOf({ receivedBefore: at(2) })).toEqual([second, first]);
  expect(await idsOf({ receivedAfter: at(1), receivedBefore: at(3) })).toEqual([third]);
  expect(await idsOf({ receivedAfter: "0", receivedBefore: "253402300799999" })).toHaveLength(5);
  for (const order of ["asc", "desc"])
    for (const [after, before] of [
      [1, 2],
      [3, 1],
      [4, 100],
      [-100, 0],
    ] as const)
      for (const search of [{}, { search: "hello" }])
        expect(
          await list({ order, receivedAfter: at(after), receivedBefore: at(before), ...search }),
        ).toEqual({ data: [], nextCursor: null });
});

test("pages through submissions oldest first without duplicates, also at the same millisecond", async () => {
  const { ids, pagesOf } = await setUp([0, 1, 2, 2, 2, 2, 3]);
  const pages = await pagesOf({ order: "asc", limit: "3" });
  expect(pages.flat()).toEqual(ids);
  expect(pages.map(({ length }) => length)).toEqual([3, 3, 1]);
  expect(await pagesOf({ order: "desc", limit: "3" })).toEqual(await pagesOf({ limit: "3" }));
});

test("a cursor is a position: it continues after its item in any order and with any filters", async () => {
  const { ids, list, idsOf } = await setUp([0, 1, 2, 2, 2, 3, 4]);
  for (const order of ["desc", "asc"])
    for (let limit = 1; limit < ids.length; limit += 1) {
      const { data, nextCursor } = await list({ order, limit: String(limit) });
      const cursor = nextCursor ?? "";
      const index = ids.indexOf(data.at(-1)?.id ?? "");
      expect(await idsOf({ cursor, order: "desc" })).toEqual(ids.slice(0, index).reverse());
      expect(await idsOf({ cursor, order: "asc" })).toEqual(ids.slice(index + 1));
      expect(await idsOf({ cursor, order: "asc", unread: "true", search: "HELLO" })).toEqual(
        ids.slice(index + 1),
      );
      const middle = { cursor, receivedAfter: at(0), receivedBefore: at(4) };
      expect(await idsOf({ ...middle, order: "asc", limit: "2" })).toEqual(
        ids.slice(Math.max(index + 1, 1), -1),
      );
      expect(await idsOf({ ...middle, limit: "2" })).toEqual(
        ids.slice(1, Math.min(index, ids.length - 1)).reverse(),
      );
    }
});

test("order and time range combine with folder, form, unread state and search", async () => {
  const { workspace, form, receive, idsOf } = await setUp();
  const fields = { message: "needle" };
  const other = await createForm(workspace);
  await receive(0, { fields, folder: "archive" });
  const [one, two] = [
    await receive(1, { fields, folder: "archive" }),
    await receive(2, { fields, folder: "archive" }),
  ];
  await receive(3, { fields, folder: "archive", read: true });
  await receive(4, { fields });
  await receive(5, { folder: "archive" });
  await createSubmission(workspace, other, {
    fields,
    folder: "archive",
    receivedAt: new Date(START + 6),
  });
  const last = await receive(7, { fields, folder: "archive" });
  const query = { folder: "archive", unread: "true", search: "needle", formId: form.id };
  const range = { receivedAfter: at(0), receivedBefore: at(7) };
  expect(await idsOf({ ...query, ...range, order: "asc" })).toEqual([one.id, two.id]);
  expect(await idsOf({ ...query, ...range, limit: "1" })).toEqual([two.id, one.id]);
  const { search: _, ...unsearched } = query;
  expect(await idsOf({ ...unsearched, receivedAfter: at(1), order: "asc" })).toEqual(
    expect.arrayContaining([two.id, last.id]),
  );
  const all = await idsOf({ folder: "all", search: "needle", order: "asc", limit: "2" });
  expect(all).toHaveLength(7);
  expect(all).toEqual((await idsOf({ folder: "all", search: "needle" })).reverse());
});

test("include=fields adds the values, so an item has all of a webhook's submission except files", async () => {
  const { workspace, form, receive, list } = await setUp();
  const fields = { zeta: "1", 10: "2", message: ["Hello", "there"], __proto__x: "3" };
  const { id } = await receive(0, { fields });
  const [plain] = (await list()).data;
  expect(plain).not.toHaveProperty("fields");
  for (const search of [{}, { search: "there" }]) {
    const [item] = (await list({ include: "fields", ...search })).data;
    expect(item).toEqual({ ...plain, fields });
  }
  const webhook = await createWebhook(workspace, form);
  const submission = { id, receivedAt: new Date(START) };
  const { body } = await createWebhookDelivery(workspace, form, webhook, { submission });
  const { attachments: _, ...sent } = JSON.parse(body).data.submission;
  const [item] = (await list({ include: "fields" })).data;
  expect(Object.keys(item ?? {})).toEqual(expect.arrayContaining(Object.keys(sent)));
});
