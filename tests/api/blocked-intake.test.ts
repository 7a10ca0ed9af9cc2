import { expect, test } from "vitest";
import { db } from "#lib/db/database";
import { updateForm } from "#lib/forms/update-form";
import { addBlockedSender, removeBlockedSender } from "#lib/spam/protection";
import { getSubmission } from "#lib/submissions/store";
import { getUsage } from "#lib/usage/get-usage";
import { acceptedId, postVisit } from "#tests/support/contract/intake";
import { createForm, createOwnForm, type Workspace } from "#tests/support/factories/factories";
import {
  createVerifiedWidget,
  createWebhook,
} from "#tests/support/factories/integration-factories";
import { countAccepted, fillSpam } from "#tests/support/factories/message-factories";

const ADA = "ada@example.com";

async function send(workspace: Workspace, publicKey: string, json: Record<string, unknown>) {
  const response = await postVisit(publicKey, { json });
  const id = await acceptedId(response);
  const { folder, spamReason } = await getSubmission(workspace.ctx, id);
  const { spamMatch } = await db().submission.findFirstOrThrow({ where: { id } });
  return { response, id, outcome: { folder, spamReason, spamMatch } };
}

const INBOX = { folder: "inbox", spamReason: null, spamMatch: null };
const caughtBy = (spamReason: string) => (spamMatch: string | null) => ({
  folder: "spam",
  spamReason,
  spamMatch,
});
const blockedBy = caughtBy("blocked_sender");
const wordFound = caughtBy("blocked_word");

test("a blocked sender is caught on every form of the workspace, and on none of another", async () => {
  const { workspace, form } = await createOwnForm();
  const second = await createForm(workspace);
  const other = await createOwnForm();
  for (const one of [form, second, other.form])
    await postVisit(one.publicKey, { json: { message: "fills the cache" } });
  await addBlockedSender(workspace.ctx, ADA);
  const json = { email: " Ada@Example.com ", message: "hello" };
  expect((await send(workspace, form.publicKey, json)).outcome).toEqual(blockedBy(ADA));
  expect((await send(workspace, second.publicKey, json)).outcome).toEqual(blockedBy(ADA));
  expect((await send(other.workspace, other.form.publicKey, json)).outcome).toEqual(INBOX);
  await removeBlockedSender(workspace.ctx, ADA);
  expect((await send(workspace, form.publicKey, json)).outcome).toEqual(INBOX);
});

test("the sender is the reply address: _replyto counts where the email field holds no address", async () => {
  const { workspace, form } = await createOwnForm();
  await addBlockedSender(workspace.ctx, ADA);
  const sent = async (json: Record<string, unknown>) =>
    (await send(workspace, form.publicKey, json)).outcome;
  expect(await sent({ _replyto: ADA, message: "hi" })).toEqual(blockedBy(ADA));
  expect(await sent({ email: "eve@example.org", _replyto: ADA })).toEqual(INBOX);
  expect(await sent({ message: `write to ${ADA}` })).toEqual(INBOX);
});

test("a blocked word is caught in any value of its own form, whatever its case and spacing", async () => {
  const { workspace, form } = await createOwnForm();
  const other = await createForm(workspace);
  await updateForm(workspace.ctx, form.id, { blockedWords: ["Casino", "crypto investment"] });
  const sent = async (message: unknown) =>
    (await send(workspace, form.publicKey, { name: "Ada", message })).outcome;
  expect(await sent("Best CASINO, now!")).toEqual(wordFound("Casino"));
  expect(await sent(["one", "a crypto\n  Investment plan"])).toEqual(
    wordFound("crypto investment"),
  );
  expect(await sent("casinos and occasino")).toEqual(INBOX);
  expect(await sent(["crypto", "investment"])).toEqual(INBOX);
  const elsewhere = await send(workspace, other.publicKey, { message: "casino" });
  expect(elsewhere.outcome).toEqual(INBOX);
  await updateForm(workspace.ctx, form.id, { blockedWords: [] });
  expect(await sent("casino")).toEqual(INBOX);
});

test("a filled honeypot comes first, then the sender, then the words", async () => {
  const { workspace, form } = await createOwnForm();
  await addBlockedSender(workspace.ctx, ADA);
  await updateForm(workspace.ctx, form.id, { blockedWords: ["casino"] });
  const json = { email: ADA, message: "casino" };
  const trapped = await send(workspace, form.publicKey, { ...json, botcheck: "x" });
  expect(trapped.outcome).toEqual(caughtBy("honeypot")(null));
  expect((await send(workspace, form.publicKey, json)).outcome).toEqual(blockedBy(ADA));
});

test("a caught submission is counted as spam, notifies no one, creates no event, and the response is the same", async () => {
  const { workspace, form } = await createOwnForm();
  await createWebhook(workspace, form);
  await addBlockedSender(workspace.ctx, ADA);
  const plain = await postVisit(form.publicKey, { json: { message: "hello" } });
  const { response, id } = await send(workspace, form.publicKey, { email: ADA, message: "hi" });
  expect(response.status).toBe(plain.status);
  expect([...response.headers.keys()]).toEqual([...plain.headers.keys()]);
  expect(await getSubmission(workspace.ctx, id)).toMatchObject({
    notificationPlan: { reason: "spam", recipients: [] },
    visitorReply: { status: "not_eligible", reason: "spam" },
  });
  expect(await db().delivery.count({ where: { submissionId: id } })).toBe(0);
  const counts = { accepted: 1, spam: 1, folders: { inbox: 1, spam: 1 } };
  expect(await getUsage(workspace.ctx)).toMatchObject(counts);
});

test("a caught submission is accepted beyond the allowance, and without a challenge", async () => {
  const { workspace, form } = await createOwnForm();
  await createVerifiedWidget(form.id);
  await updateForm(workspace.ctx, form.id, { blockedWords: ["casino"] });
  await countAccepted(workspace, 1_000_000);
  const json = { message: "casino" };
  expect((await send(workspace, form.publicKey, json)).outcome).toEqual(wordFound("casino"));
  const rejected = await postVisit(form.publicKey, { json: { message: "hello" } });
  expect(rejected.status).toBe(429);
});

test("a form stores 1,000 caught submissions of each reason, and only counts further ones, with the same response", async () => {
  const { workspace, form } = await createOwnForm();
  await addBlockedSender(workspace.ctx, ADA);
  await updateForm(workspace.ctx, form.id, { blockedWords: ["casino"] });
  for (const reason of ["blocked_sender", "honeypot"]) await fillSpam(form, { reason, count: 999 });
  const stored = (spamReason: string) =>
    db().submission.count({ where: { formId: form.id, spamReason } });
  const posts = Array.from({ length: 5 }, (_, n) => [
    postVisit(form.publicKey, { json: { email: ADA, message: `hi ${n}` } }),
    postVisit(form.publicKey, { json: { message: `casino ${n}` } }),
  ]);
  const responses = await Promise.all(posts.flat());
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([201]));
  expect(await stored("blocked_sender")).toBe(1_000);
  expect(await stored("blocked_word")).toBe(5);
  const [note] = await db().rejectedSubmission.findMany({ where: { formId: form.id } });
  expect(note).toMatchObject({ code: "blocked_full", count: 4 });
  expect((await getUsage(workspace.ctx)).spam).toBe(6);
});
