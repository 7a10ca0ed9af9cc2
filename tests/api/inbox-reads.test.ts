import { expect, test } from "vitest";
import { z } from "zod";
import { senderOf } from "#components/inbox/sender.ts";
import { byId, db } from "#lib/adapters/db/database";
import { newId } from "#lib/core/ids";
import { deleteForm, listFormNames } from "#lib/domain/forms/forms";
import { measureSubmissions } from "#lib/domain/submissions/inbox/count-submissions";
import {
  Arrivals,
  FilterCounts,
  InboxMessage,
  InboxPage,
  MessageTotals,
} from "#lib/domain/submissions/inbox/inbox-schema";
import { listMatching } from "#lib/domain/submissions/inbox/select-messages";
import { SubmissionFilter } from "#lib/domain/submissions/schema";
import { drainOutbox } from "#lib/entry/jobs/drain-outbox";
import { callAccount, dataOf, errorOf, invalidPaths } from "#tests/support/contract/api";
import { signedIn } from "#tests/support/factories/account-factories";
import { createForm, createOwnForm, createWorkspace } from "#tests/support/factories/factories";
import {
  createAttachment,
  createCapturedEmail,
  createDelivery,
  createSubmission,
} from "#tests/support/factories/message-factories";
import { findNotification } from "#tests/support/factories/outbox-state";
import { createTestClock } from "#tests/support/twins/test-clock";

const AT = new Date("2026-11-20T10:00:00Z");
const LIST = "/api/account/submissions";

async function setUp() {
  const { workspace, form } = await createOwnForm();
  const jar = await signedIn(workspace);
  const get = (path: string, query: Record<string, string> = {}) =>
    callAccount("GET", path, { jar, query });
  const arrivals = async (query: Record<string, string> = {}) => {
    const answer = await get(`${LIST}/arrivals`, { since: String(AT.getTime()), ...query });
    return Arrivals.parse(answer.json);
  };
  const list = async (query: Record<string, string> = {}) =>
    InboxPage.parse((await get(LIST, query)).json);
  const read = async (id: string) => dataOf(await get(`${LIST}/${id}`), 200, InboxMessage);
  const at = (ms: number) => new Date(AT.getTime() + ms);
  return { workspace, form, get, list, read, arrivals, at };
}

test("the inbox list includes spam reasons and the time of the request", async () => {
  const { workspace, form, list } = await setUp();
  for (const spamReason of ["manual", "honeypot"] as const)
    await createSubmission(workspace, form, { folder: "spam", spamReason });
  await createSubmission(workspace, form);
  const before = Date.now();
  const page = await list({ folder: "spam" });
  expect(page.data.map(({ spamReason }) => spamReason)).toEqual(["honeypot", "manual"]);
  expect(page.asOf).toBeGreaterThanOrEqual(before);
  expect((await list()).data).toMatchObject([{ folder: "inbox", spamReason: null }]);
});

test("lists arrivals newest first with whether they match the list's filter", async () => {
  const { workspace, form, arrivals, at } = await setUp();
  const other = await createForm(workspace);
  await createSubmission(workspace, form, { receivedAt: at(-60_000) });
  const inbox = await createSubmission(workspace, form, { receivedAt: at(1) });
  const spam = await createSubmission(workspace, form, { receivedAt: at(2), folder: "spam" });
  await createSubmission(workspace, form, { receivedAt: at(3), expiresAt: at(4) });
  const fields = { message: "Invoice 17" };
  const found = await createSubmission(workspace, other, { receivedAt: at(3), fields });
  const matches = async (query: Record<string, string> = {}) =>
    (await arrivals(query)).data.map(({ id, isMatch }) => [id, isMatch]);
  expect(await matches()).toEqual([
    [found.id, true],
    [spam.id, false],
    [inbox.id, true],
  ]);
  expect(await matches({ folder: "spam" })).toEqual([
    [found.id, false],
    [spam.id, true],
    [inbox.id, false],
  ]);
  const matching = { folder: "all", search: "invoice 17", formId: other.id, unread: "true" };
  expect(await matches(matching)).toEqual([
    [found.id, true],
    [spam.id, false],
    [inbox.id, false],
  ]);
});

test("polling includes a message received shortly before the last poll but stored after it", async () => {
  const { workspace, form, arrivals, at } = await setUp();
  const late = await createSubmission(workspace, form, { receivedAt: at(-1_000) });
  expect((await arrivals()).data.map(({ id }) => id)).toEqual([late.id]);
});

test("limits arrivals to 50 and reports that there are more", async () => {
  const { workspace, form, arrivals, at } = await setUp();
  for (let index = 0; index < 51; index += 1)
    await createSubmission(workspace, form, { receivedAt: at(index) });
  const listed = await arrivals();
  expect([listed.data.length, listed.isCut]).toEqual([50, true]);
});

test("arrivals reject a since parameter that isn't a timestamp", async () => {
  const { get } = await setUp();
  errorOf(await get(`${LIST}/arrivals`), "validation_failed");
  for (const since of ["yesterday", "-1", "1e3"])
    expect(invalidPaths(await get(`${LIST}/arrivals`, { since }))).toEqual(["since"]);
});

test("a message keeps the order of its fields, even with numeric names", async () => {
  const { workspace, form, read } = await setUp();
  const { id } = await createSubmission(workspace, form, { fields: { name: "Ada" } });
  const pairs = [
    ["name", "Ada"],
    ["2", "two"],
    ["1", ["a", "b"]],
    ["__proto__", "x"],
  ];
  await db().submission.updateMany({ where: { id }, data: { fields: pairs } });
  const answer = await read(id);
  expect(answer.fields).toEqual(pairs);
  expect(answer.message).toMatchObject({ id, folder: "inbox", deliveries: [] });
  expect(answer.events).toEqual([]);
});

test("a message of an earlier release, without a stored sender, is listed with what its fields tell", async () => {
  const { workspace, form, list, arrivals, at } = await setUp();
  const receivedAt = at(1);
  const sent: Record<string, string>[] = [
    { message: "Hi", _replyto: "ada@example.com" },
    { message: "Hi", _replyto: "not an address" },
    { message: "Hi", "Your name": "Bob", phone: "+49 30 1234" },
    { message: "Hi", Telefon: "+49 30 1234" },
  ];
  for (const fields of sent) await createSubmission(workspace, form, { fields, receivedAt });
  await db().submission.updateMany({
    where: { workspaceId: workspace.id },
    data: { name: null, email: null },
  });
  for (const { data } of [await list(), await list({ search: "hi" }), await arrivals()])
    expect(data.map(senderOf)).toEqual(["+49 30 1234", "Bob", "Someone", "ada@example.com"]);
});

test("a message names the captured emails of its sent deliveries, and no others", async () => {
  const { workspace, form, read } = await setUp();
  const stranger = await createWorkspace();
  const { id } = await createSubmission(workspace, form);
  const sent = await createDelivery(workspace, { id }, { status: "sent" });
  await createDelivery(workspace, { id }, { status: "sent" });
  const failed = await createDelivery(workspace, { id }, { status: "failed" });
  const capture = async (of: { id: string }, { id: deliveryId }: { id: string }) => {
    const { dedupeKey } = await db().delivery.findFirstOrThrow({ where: { id: deliveryId } });
    return createCapturedEmail(of, { seriesKey: dedupeKey });
  };
  const email = await capture(workspace, sent);
  await capture(stranger, sent);
  await capture(workspace, failed);
  expect((await read(id)).captured).toEqual({ [sent.id]: email.id });
});

test("a captured email stays known as captured after the test inbox has deleted it", async () => {
  const { workspace, form, read } = await setUp();
  const { id } = await createSubmission(workspace, form);
  const delivery = await createDelivery(workspace, { id });
  await drainOutbox(createTestClock(new Date()));
  const email = await findNotification(workspace);
  expect((await read(id)).captured).toEqual({ [delivery.id]: email.id });
  await db().capturedEmail.delete({ where: byId(workspace.ctx, email.id) });
  const answer = await read(id);
  expect(answer.captured).toEqual({ [delivery.id]: null });
  expect(answer.message.deliveries, "the API's status").toMatchObject([{ status: "sent" }]);
});

test("lists form names in natural order, excluding deleted forms", async () => {
  const { workspace, form } = await setUp();
  const ten = await createForm(workspace, { name: "Form 10" });
  const two = await createForm(workspace, { name: "Form 2" });
  await deleteForm(workspace.ctx, (await createForm(workspace, { name: "Alpha" })).id);
  expect(await listFormNames(workspace.ctx)).toEqual(
    [form, two, ten].map(({ id, name }) => ({ id, name })),
  );
});

test("selects all matching messages with the state that undo needs", async () => {
  const { workspace, form } = await setUp();
  const read = await createSubmission(workspace, form, { read: true });
  const spam = await createSubmission(workspace, form, { folder: "spam" });
  const filter = SubmissionFilter.parse({ folder: "all" });
  expect(await listMatching(workspace.ctx, filter)).toEqual({
    isCut: false,
    selected: [
      { id: spam.id, folder: "spam", read: false, spamReason: "honeypot" },
      { id: read.id, folder: "inbox", read: true, spamReason: null },
    ].map((one) => ({
      ...one,
      answeredAt: null,
      answeredBy: null,
      assignee: null,
      spamMatch: null,
      suspected: false,
      formId: form.id,
      attachmentCount: 0,
    })),
  });
});

test("counts messages by form and folder, and what a filter without counters finds", async () => {
  const { workspace, form, get } = await setUp();
  await createSubmission(workspace, form, { fields: { message: "Invoice 17" } });
  await createSubmission(workspace, form, { folder: "spam", read: true });
  const totals = dataOf(await get(`${LIST}/totals`), 200, z.array(MessageTotals));
  expect(totals.toSorted((a, b) => a.folder.localeCompare(b.folder))).toEqual([
    { formId: form.id, folder: "inbox", total: 1, unread: 1 },
    { formId: form.id, folder: "spam", total: 1, unread: 0 },
  ]);
  const counts = async (query: Record<string, string>) =>
    dataOf(await get(`${LIST}/counts`, query), 200, FilterCounts);
  expect(await counts({})).toEqual({ matching: null, found: null });
  expect(await counts({ from: "2026-01-01" })).toMatchObject({ matching: { count: 1 } });
  expect(await counts({ search: "invoice" })).toEqual({
    matching: null,
    found: { counts: { inbox: 1, archive: 0, spam: 0, all: 1 }, isCut: false },
  });
});

test("counts the messages, files, and unsent emails that a deletion would remove", async () => {
  const { workspace, form } = await setUp();
  const [a, b] = [await createSubmission(workspace, form), await createSubmission(workspace, form)];
  const file = await createAttachment(workspace, a);
  await createAttachment(workspace, a, { expiresAt: AT });
  await createAttachment(workspace, b, { object: "gone" });
  for (const status of ["queued", "retrying", "sent"] as const)
    await createDelivery(workspace, b, { status });
  expect(await measureSubmissions(workspace.ctx, [a.id, b.id, newId()])).toEqual({
    messages: 2,
    files: 1,
    fileBytes: file.bytes.byteLength,
    unsentEmails: 2,
  });
  const stranger = await createWorkspace();
  const nothing = { messages: 0, files: 0, fileBytes: 0, unsentEmails: 0 };
  expect(await measureSubmissions(stranger.ctx, [a.id, b.id])).toEqual(nothing);
});
