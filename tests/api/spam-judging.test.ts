import { expect, test } from "vitest";
import { db } from "#lib/adapters/db/database";
import { saveSpamFilter } from "#lib/domain/forms/spam/filter";
import type { SpamFilterMode } from "#lib/domain/forms/spam/filter-schema";
import { addSender } from "#lib/domain/forms/spam/protection";
import { forgetRecalled } from "#lib/domain/spam/recall";
import { listSubmissions } from "#lib/domain/submissions/inbox/list-submissions";
import { markNotSpam } from "#lib/domain/submissions/mark-not-spam";
import { findPerson } from "#lib/domain/submissions/person/find-person";
import { restoreSubmissions } from "#lib/domain/submissions/restore-submissions";
import { ListSubmissionsQuery } from "#lib/domain/submissions/schema";
import { getSubmission } from "#lib/domain/submissions/store";
import { updateSubmission, updateSubmissions } from "#lib/domain/submissions/update-submissions";
import { acceptedId, postVisit } from "#tests/support/contract/intake";
import {
  ADA,
  createConfirmForm,
  linkOf,
  press,
  sendMessage,
} from "#tests/support/factories/confirmation-factories";
import { createForm, createOwnForm } from "#tests/support/factories/factories";
import { createWebhook } from "#tests/support/factories/integration-factories";
import { fillSpam } from "#tests/support/factories/message-factories";

const GIBBERISH = {
  name: "xKqZtRvbWp",
  email: "eve@example.org",
  message: "QmTzRkLpWvXbYh zQxVwJkHtB",
};
const GOOD = {
  name: "Ada Lovelace",
  email: "ada@example.com",
  message: "Do you open on Sunday, and can we come with two dogs?",
};

async function setUp(filter: SpamFilterMode = "watch") {
  const { workspace, form, ctx } = await createOwnForm();
  if (filter !== "watch")
    await saveSpamFilter(ctx, form.id, { revision: null, filter, challenge: false });
  const send = async (json: Record<string, unknown>, publicKey = form.publicKey) =>
    acceptedId(await postVisit(publicKey, { json }));
  const read = (id: string) => getSubmission(ctx, id);
  const sent = async (json: Record<string, unknown>) => read(await send(json));
  const stored = (id: string) => db().submission.findFirstOrThrow({ where: { id } });
  return { workspace, form, ctx, send, sent, read, stored };
}

test("what looks like spam is delivered as always, and marked with its reasons", async () => {
  const { sent } = await setUp();
  expect(await sent(GIBBERISH)).toMatchObject({
    folder: "inbox",
    suspected: true,
    spamReason: null,
    signals: [{ code: "gibberish", points: 3, text: "Random letters in two fields or more" }],
    deliveries: [{ kind: "notification", status: "queued" }],
  });
  expect(await sent(GOOD)).toMatchObject({ folder: "inbox", suspected: false, signals: [] });
});

test("where the form moves it, it goes to spam and no one is notified", async () => {
  const { workspace, form, sent } = await setUp("move");
  await createWebhook(workspace, form, { url: "https://hooks.example.com/x" });
  const moved = await sent(GIBBERISH);
  expect(moved).toMatchObject({
    folder: "spam",
    spamReason: "content",
    suspected: true,
    deliveries: [],
    notificationPlan: { reason: "spam" },
  });
  expect(await db().delivery.count({ where: { submissionId: moved.id } })).toBe(0);
  expect(await sent(GOOD)).toMatchObject({ folder: "inbox" });
  // Two points are suspected, and stay.
  const echo = { ...GOOD, message: GOOD.name };
  expect(await sent(echo)).toMatchObject({ folder: "inbox", suspected: true });
});

test("a form that is off judges nothing", async () => {
  const { sent, stored } = await setUp("off");
  const { id, ...rest } = await sent(GIBBERISH);
  expect(rest).toMatchObject({ folder: "inbox", suspected: false, signals: [] });
  expect(await stored(id)).toMatchObject({ judgment: null, spamPoints: 0 });
});

test("nothing that was judged is lost: without room in spam, it's delivered", async () => {
  const { form, sent } = await setUp("move");
  await fillSpam(form, { reason: "content", count: 1_000 });
  expect(await sent(GIBBERISH)).toMatchObject({ folder: "inbox", suspected: true });
});

test("a safe sender, and one whose message someone moved out of spam, isn't judged", async () => {
  const { ctx, form, send, sent, read } = await setUp("move");
  await addSender(ctx, "safe", "eve@example.org");
  expect(await sent(GIBBERISH)).toMatchObject({ folder: "inbox", signals: [] });
  const mallory = { ...GIBBERISH, email: "Mallory@Example.net" };
  const id = await send(mallory);
  expect(await read(id)).toMatchObject({ folder: "spam" });
  await markNotSpam(ctx, id, { folder: "inbox", email: false, event: false });
  expect(await read(id)).toMatchObject({ folder: "inbox", suspected: false });
  const again = { ...mallory, email: "mallory@example.net", message: "WqZxKvBnMt RtYpLkJhGf" };
  expect(await sent(again)).toMatchObject({ folder: "inbox", suspected: false, signals: [] });
  const other = await createOwnForm();
  const elsewhere = await acceptedId(await postVisit(other.form.publicKey, { json: again }));
  expect(await getSubmission(other.ctx, elsewhere), "only here").toMatchObject({ suspected: true });
  expect(form.id).not.toBe(other.form.id);
});

test("the list finds what is suspected, until someone decides", async () => {
  const { ctx, send } = await setUp();
  const [one, two, three] = [await send(GIBBERISH), await send(GIBBERISH), await send(GIBBERISH)];
  await send(GOOD);
  const suspected = async () => {
    const query = ListSubmissionsQuery.parse({ suspected: "true", folder: "all" });
    return (await listSubmissions(ctx, query)).data.map(({ id }) => id).sort();
  };
  expect(await suspected()).toEqual([one, two, three].sort());
  expect(await updateSubmission(ctx, one, { suspected: false })).toMatchObject({
    folder: "inbox",
    suspected: false,
    signals: [{ code: "gibberish" }],
  });
  await updateSubmission(ctx, two, { folder: "spam" });
  // Archiving decides nothing.
  await updateSubmission(ctx, three, { folder: "archive" });
  expect(await suspected()).toEqual([three]);
});

test("what people do says what a message is, and Undo takes it back", async () => {
  const { ctx, send, stored } = await setUp();
  const [bad, good] = [await send(GIBBERISH), await send(GOOD)];
  const label = async (id: string) => (await stored(id)).spamLabel;
  const state = (id: string, folder: "inbox" | "archive" | "spam", suspected: boolean) => ({
    id,
    folder,
    read: false,
    spamReason: null,
    suspected,
  });
  await updateSubmissions(ctx, [bad, good], { folder: "archive" });
  expect([await label(bad), await label(good)]).toEqual([null, "kept"]);
  await updateSubmissions(ctx, [bad, good], { folder: "spam" });
  expect([await label(bad), await label(good)]).toEqual(["spam", "spam"]);
  await restoreSubmissions(ctx, [state(bad, "archive", true), state(good, "inbox", false)]);
  expect([await label(bad), await label(good)]).toEqual([null, null]);
  expect((await stored(bad)).isSuspected).toBe(true);
  await updateSubmissions(ctx, [bad], { suspected: false });
  expect(await label(bad)).toBe("not_spam");
  await restoreSubmissions(ctx, [state(bad, "archive", true)]);
  expect([await label(bad), (await stored(bad)).isSuspected]).toEqual([null, true]);
});

test("the same text three times to one form, or to two of the workspace, is a burst, on any node", async () => {
  const { workspace, form, sent, send, read } = await setUp();
  const from = (name: string) => ({ ...GOOD, email: `${name}@example.com`, name });
  expect(await sent(from("One"))).toMatchObject({ signals: [] });
  // What another process accepted is in the database alone.
  forgetRecalled();
  expect(await sent(from("Two"))).toMatchObject({ signals: [] });
  expect(await sent(from("Three"))).toMatchObject({ signals: [{ code: "burst" }] });
  const second = await createForm(workspace);
  const json = from("Four");
  expect(await read(await send(json, second.publicKey))).toMatchObject({ suspected: true });
  const other = await createOwnForm();
  const id = await acceptedId(await postVisit(other.form.publicKey, { json }));
  expect(await getSubmission(other.ctx, id), "of another workspace").toMatchObject({ signals: [] });
  expect(form.id).not.toBe(second.id);
});

test("the third of three simultaneous messages with the same text is a burst", async () => {
  const { send, sent, read } = await setUp();
  const from = (name: string) => ({ ...GOOD, email: `${name}@example.com`, name });
  const together = async (names: string[]) => {
    const ids = await Promise.all(names.map((name) => send(from(name))));
    const messages = await Promise.all(ids.map(read));
    return messages.filter(({ suspected }) => suspected).length;
  };
  forgetRecalled();
  expect(await together(["One", "Two", "Three"]), "the first ones in this process").toBe(1);
  expect(
    await sent({ ...GOOD, message: "Is there a train station that's close to your place?" }),
  ).toMatchObject({
    signals: [],
  });
  expect(await together(["Four", "Five"])).toBe(2);
});

test("a repeat of a submission isn't remembered as another one", async () => {
  const { form, sent } = await setUp();
  const headers = { "idempotency-key": "the-same" };
  for (let time = 0; time < 4; time += 1) await postVisit(form.publicKey, { json: GOOD, headers });
  expect(await sent({ ...GOOD, name: "Other" })).toMatchObject({ signals: [] });
});

test("a form that was filled in within two seconds counts, as our own script reports", async () => {
  const { sent } = await setUp();
  const filled = async (ms: unknown) =>
    (await sent({ message: "Hello", _service_filled_in_ms: ms })).signals.map(({ code }) => code);
  expect(await filled("900")).toEqual(["fast"]);
  expect(await filled("4200")).toEqual([]);
  for (const text of ["", "soon", "-1", "99999999999999"]) expect(await filled(text)).toEqual([]);
});

test("the hosted form's time counts from when it was shown, unless a script has measured", async () => {
  const { sent } = await setUp();
  const codes = async (fields: Record<string, string>) =>
    (await sent({ message: "Hello", ...fields })).signals.map(({ code }) => code);
  const shownAt = (agoMs: number) => String(Date.now() - agoMs);
  expect(await codes({ _service_shown_at: shownAt(0) })).toEqual(["fast"]);
  expect(await codes({ _service_shown_at: shownAt(60_000) })).toEqual([]);
  expect(await codes({ _service_shown_at: shownAt(-60_000) }), "not in the future").toEqual([]);
  const measured = { _service_shown_at: shownAt(0), _service_filled_in_ms: "4200" };
  expect(await codes(measured)).toEqual([]);
});

test("links count where a form's messages have fewer, and only what isn't suspected becomes usual", async () => {
  const { sent, send } = await setUp();
  const linked = (n: number) => ({ message: `Message ${n}: ${"https://a.example/x ".repeat(n)}` });
  await send(GOOD);
  expect(await sent(linked(1))).toMatchObject({ signals: [{ code: "links" }] });
  for (let n = 0; n < 60; n += 1) await send({ message: `Number ${n}: https://a.example` });
  expect(await sent(linked(1))).toMatchObject({ signals: [] });
  expect(await sent(linked(2))).toMatchObject({ signals: [{ code: "links" }] });
});

test("a message whose sender confirms it isn't marked anymore, and their next one isn't judged", async () => {
  const { workspace, ctx, form } = await createConfirmForm();
  const echo = { name: "Ada Lovelace", email: ADA, message: "Ada Lovelace" };
  const id = await sendMessage(form, echo);
  expect(await getSubmission(ctx, id)).toMatchObject({ suspected: true });
  await press(await linkOf(workspace, id));
  expect(await getSubmission(ctx, id)).toMatchObject({ suspected: false, folder: "inbox" });
  const next = await sendMessage(form, { ...echo, message: ADA });
  expect(await getSubmission(ctx, next)).toMatchObject({ suspected: false, signals: [] });
});

test("a person's data says that their address is on the safe list", async () => {
  const { ctx } = await setUp();
  await addSender(ctx, "safe", "ada@example.com");
  expect(await findPerson(ctx, { email: "Ada@example.com" })).toMatchObject({
    isSafe: true,
    isBlocked: false,
  });
});
