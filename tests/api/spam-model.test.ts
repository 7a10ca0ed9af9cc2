import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { db } from "#lib/adapters/db/database";
import { saveSpamFilter } from "#lib/domain/forms/spam/filter";
import type { SpamFilterMode } from "#lib/domain/forms/spam/filter-schema";
import { addSender } from "#lib/domain/forms/spam/protection";
import { getSubmission } from "#lib/domain/submissions/store";
import { updateSubmissions } from "#lib/domain/submissions/update-submissions";
import { acceptedId, postVisit } from "#tests/support/contract/intake";
import { createOwnForm } from "#tests/support/factories/factories";
import { changeSettings } from "#tests/support/setup/change-settings";
import { respond, startChatTwin, verdict } from "#tests/support/twins/chat-twin";

let twin: Awaited<ReturnType<typeof startChatTwin>>;
beforeAll(async () => {
  twin = await startChatTwin();
});
beforeEach(() => twin.reset());
afterAll(() => twin.stop());

const PITCH = {
  email: "dan@agency.example",
  message: "We redesign websites. Shall I send a quote?",
};
const GIBBERISH = { name: "xKqZtRvbWp", message: "QmTzRkLpWvXbYh zQxVwJkHtB" };

async function setUp(filter: SpamFilterMode) {
  const endpoint = `${twin.url}/v1/chat/completions`;
  changeSettings({ spamModel: { endpoint, model: "small", key: undefined } });
  const { workspace, form, ctx } = await createOwnForm();
  await saveSpamFilter(ctx, form.id, { revision: null, filter, challenge: false });
  const send = async (json: Record<string, unknown>) =>
    acceptedId(await postVisit(form.publicKey, { json }));
  const sent = async (json: Record<string, unknown>) => getSubmission(ctx, await send(json));
  const deliveries = (submissionId: string) => db().delivery.findMany({ where: { submissionId } });
  return { workspace, ctx, send, sent, deliveries };
}

test("what the model calls spam goes to spam where the form moves it, and no one is notified", async () => {
  twin.reply(verdict("spam", "advertising"));
  const { sent, deliveries } = await setUp("move");
  const message = await sent(PITCH);
  expect(message).toMatchObject({
    folder: "spam",
    spamReason: "content",
    suspected: true,
    signals: [{ code: "model", points: 3 }],
    deliveries: [{ kind: "notification", status: "cancelled" }],
  });
  expect(await deliveries(message.id)).toMatchObject([{ failureReason: "moved_to_spam" }]);
  const { spamLabel } = await db().submission.findFirstOrThrow({ where: { id: message.id } });
  expect(spamLabel, "no one has decided").toBeNull();
});

test("where the form watches, the message is marked, and its deliveries don't wait", async () => {
  twin.reply(verdict("spam", "advertising"));
  const { sent, deliveries } = await setUp("watch");
  const message = await sent(PITCH);
  expect(message).toMatchObject({ folder: "inbox", suspected: true });
  for (const { dueAt, createdAt } of await deliveries(message.id)) expect(dueAt).toEqual(createdAt);
});

test("deliveries that waited go out at once after a verdict, and after 15 seconds without one", async () => {
  const { sent, deliveries } = await setUp("move");
  const waits = async () => {
    const { id, signals } = await sent(PITCH);
    const [email] = await deliveries(id);
    const wait = (email?.dueAt?.getTime() ?? 0) - (email?.createdAt.getTime() ?? 0);
    return [email?.status, wait, signals.length];
  };
  twin.reply(verdict("fine", "genuine"));
  expect(await waits()).toEqual(["queued", 0, 1]);
  twin.reply(respond(500));
  expect(await waits(), "released as soon as it's known").toEqual(["queued", 0, 0]);
});

test("a verdict for the message takes a point away", async () => {
  twin.reply(verdict("fine", "genuine"));
  const { sent } = await setUp("watch");
  const echo = { name: "Ada Lovelace", email: "ada@example.com", message: "Ada Lovelace" };
  expect(await sent(echo)).toMatchObject({
    suspected: false,
    signals: [
      { code: "echo", points: 2 },
      { code: "model", points: -1 },
    ],
  });
});

test("the model isn't asked where the other signals decide, nor about senders who aren't judged", async () => {
  twin.reply(verdict("spam", "advertising"));
  const { ctx, send, sent } = await setUp("move");
  expect(await sent(GIBBERISH)).toMatchObject({ folder: "spam", signals: [{ code: "gibberish" }] });
  expect(twin.calls).toHaveLength(0);
  await addSender(ctx, "safe", "safe@agency.example");
  expect(await sent({ ...PITCH, email: "safe@agency.example" })).toMatchObject({ signals: [] });
  expect(twin.calls).toHaveLength(0);
  const id = await send(PITCH);
  expect(twin.calls).toHaveLength(1);
  await updateSubmissions(ctx, [id], { folder: "inbox" });
  expect(await sent(PITCH), "moved out of spam before").toMatchObject({ folder: "inbox" });
  expect(twin.calls).toHaveLength(1);
  const off = await setUp("off");
  await off.send(PITCH);
  expect(twin.calls).toHaveLength(1);
});

test("the sender's address isn't told, and the message is data", async () => {
  twin.reply(verdict("fine", "genuine"));
  const { send } = await setUp("watch");
  await send(PITCH);
  const [call] = twin.calls;
  expect(JSON.stringify(call?.body.messages)).toContain("We redesign websites");
  expect(JSON.stringify(call?.body)).not.toContain("dan@agency.example");
});
