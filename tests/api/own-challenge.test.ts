import { createChallenge } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/pbkdf2";
import { beforeAll, expect, test } from "vitest";
import { db } from "#lib/adapters/db/database";
import type { Context } from "#lib/core/context";
import { newId } from "#lib/core/ids";
import { makeChallenge } from "#lib/domain/forms/challenge/make-challenge";
import { CHALLENGE_WORK } from "#lib/domain/forms/challenge/schema";
import type { RepeatKey } from "#lib/domain/intake/draft-submission";
import { findOpenForm, visitorContext } from "#lib/domain/intake/open-form";
import { checkOwnChallenge } from "#lib/domain/intake/own-challenge";
import { getSubmission } from "#lib/domain/submissions/store";
import { acceptedId, type Post, postVisit } from "#tests/support/contract/intake";
import {
  askForChallenge,
  challengeVerifiedAt,
  createChallengeForm,
  solutionOf,
  solvedChallenge,
  toField,
} from "#tests/support/factories/challenge-factories";
import { createForm } from "#tests/support/factories/factories";

type Own = Awaited<ReturnType<typeof createChallengeForm>>;

let own: Own;
beforeAll(async () => {
  own = await createChallengeForm();
});

type Sent = { form?: Own["form"]; now?: Date; requestId?: string; repeatKey?: RepeatKey };

/** What intake makes of this field in a message of its own. */
async function check(text: string | null, sent: Sent = {}) {
  const { form = own.form, now = new Date(), requestId = newId(), repeatKey = null } = sent;
  const open = await findOpenForm(form.publicKey);
  if (!open) throw new Error("the form doesn't exist");
  const solution = text === null ? null : { text, requestId };
  return checkOwnChallenge(visitorContext(open, now), open, { solution, repeatKey });
}

const later = (seconds: number) => new Date(Date.now() + seconds * 1_000);
const at = (now: Date): Context => ({ ...own.ctx, now });

/** A challenge with its solution, as JSON. */
async function solvedParts() {
  const text = await solvedChallenge(own.ctx, own.form);
  const parts: {
    challenge: { parameters: Record<string, unknown>; signature: string };
    solution: { counter: number; derivedKey: string };
  } = JSON.parse(Buffer.from(text, "base64").toString("utf8"));
  return { text, ...parts };
}

test("a solved challenge passes once", async () => {
  const text = await solvedChallenge(own.ctx, own.form);
  expect(await check(text)).toBe("passed");
  expect(await check(text), "another message").toBe("failed");
});

test("of 16 messages at once with the same solution, on any node, exactly one passes", async () => {
  const text = await solvedChallenge(own.ctx, own.form);
  const results = await Promise.all(Array.from({ length: 16 }, () => check(text)));
  expect(results.filter((one) => one === "passed")).toHaveLength(1);
});

test("a challenge of one form doesn't pass on another form of the workspace", async () => {
  const other = await createForm(own.workspace);
  await askForChallenge(own.ctx, other);
  const text = await solvedChallenge(own.ctx, own.form);
  expect(await check(text, { form: other })).toBe("failed");
  expect(await check(text), "and isn't used by that").toBe("passed");
});

test("a challenge passes until it's 10 minutes old", async () => {
  const text = await solvedChallenge(at(later(0)), own.form);
  expect(await check(text, { now: later(601) })).toBe("failed");
  expect(await check(text, { now: later(590) })).toBe("passed");
  const old = await solvedChallenge(at(later(-601)), own.form);
  expect(await check(old)).toBe("failed");
});

test("an expired challenge isn't renewed by another time in it", async () => {
  const { challenge, solution } = await solvedParts();
  const parameters = { ...challenge.parameters, expiresAt: 4_000_000_000 };
  expect(await check(toField({ challenge: { ...challenge, parameters }, solution }))).toBe(
    "failed",
  );
});

test("a challenge that someone else signed doesn't pass, however well it's solved", async () => {
  const options = { ...CHALLENGE_WORK, deriveKey, expiresAt: later(600) };
  const forged = await createChallenge({ ...options, hmacSignatureSecret: "guessed" });
  expect(await check(await solutionOf(forged))).toBe("failed");
  const unsigned = await createChallenge(options);
  expect(await check(await solutionOf(unsigned))).toBe("failed");
  const easy = await createChallenge({
    ...options,
    cost: 1,
    hmacSignatureSecret: "guessed",
  });
  expect(await check(await solutionOf(easy))).toBe("failed");
});

test("a changed challenge doesn't pass with its old signature", async () => {
  const { challenge, solution } = await solvedParts();
  for (const change of [{ cost: 1 }, { keyPrefix: "" }, { salt: "00".repeat(16) }, { more: 1 }]) {
    const parameters = { ...challenge.parameters, ...change };
    expect(await check(toField({ challenge: { ...challenge, parameters }, solution }))).toBe(
      "failed",
    );
  }
});

test("a wrong solution doesn't pass, and the right one still does", async () => {
  const { text, challenge, solution } = await solvedParts();
  const wrong = [
    { ...solution, counter: solution.counter + 1 },
    { ...solution, derivedKey: `00${"ab".repeat(31)}` },
    { ...solution, derivedKey: "" },
    { ...solution, counter: -1 },
    { ...solution, counter: 1.5 },
    { ...solution, counter: 2 ** 32 + solution.counter },
    { counter: solution.counter },
    null,
  ];
  for (const one of wrong)
    expect(await check(toField({ challenge, solution: one }))).toBe("failed");
  expect(await check(text)).toBe("passed");
});

const GARBAGE = [
  ["text", "nonsense"],
  ["nothing but a space", " "],
  ["JSON that isn't encoded", '{"challenge":{}}'],
  ["an encoded number", toField(1)],
  ["encoded null", toField(null)],
  ["an encoded list", toField([[[]]])],
  ["a prototype", toField(JSON.parse('{"__proto__":{"challenge":{}},"solution":{}}'))],
  ["characters outside of base64", "\u{1F600}\u0000%"],
  ["100 KB", "A".repeat(100_000)],
  ["100 KB of encoded JSON", toField({ challenge: "x".repeat(75_000) })],
] as const;

test.each(GARBAGE)("%s in the field fails, and the message is accepted", async (_, altcha) => {
  expect(await check(altcha)).toBe("failed");
  const response = await postVisit(own.form.publicKey, {
    form: { message: "Hello", altcha },
    address: `198.51.100.${GARBAGE.findIndex(([name]) => name === _)}`,
  });
  expect(response.status).toBe(303);
});

test("a message without a solution has failed, is accepted, and its field is never stored", async () => {
  const { ctx, form } = await createChallengeForm();
  expect(await check(null, { form })).toBe("failed");
  for (const altcha of [[], ["", "x"]]) {
    const json = { message: "Hello", altcha };
    const id = await acceptedId(await postVisit(form.publicKey, { json }));
    const { folder, fields } = await getSubmission(ctx, id);
    expect({ folder, fields }).toEqual({ folder: "inbox", fields: { message: "Hello" } });
  }
});

test("a form that doesn't ask has no result, whatever is sent, and uses no challenge", async () => {
  const { ctx, form } = await createChallengeForm();
  const text = await solvedChallenge(ctx, form);
  await askForChallenge(ctx, form, false);
  expect(await check(text, { form })).toBeNull();
  expect(await check(null, { form })).toBeNull();
  expect(await db().usedChallenge.count({ where: { formId: form.id } })).toBe(0);
});

test("the first passed challenge verifies it, once, and turning it off and on asks for another", async () => {
  const { ctx, form } = await createChallengeForm();
  await check("nonsense", { form });
  expect(await challengeVerifiedAt(form)).toBeNull();
  const now = new Date();
  await check(await solvedChallenge(ctx, form), { form, now });
  expect(await challengeVerifiedAt(form)).toEqual(now);
  await check(await solvedChallenge(ctx, form), { form, now: later(9) });
  expect(await challengeVerifiedAt(form)).toEqual(now);
  await askForChallenge(ctx, form, false);
  await askForChallenge(ctx, form);
  expect(await challengeVerifiedAt(form)).toBeNull();
});

test("intake knows that the challenge is verified from the next message on, although the form's version is the same", async () => {
  const { ctx, form } = await createChallengeForm();
  const send = async () =>
    postVisit(form.publicKey, {
      json: { message: "Hello", altcha: await solvedChallenge(ctx, form) },
    });
  const before = await findOpenForm(form.publicKey);
  await send();
  const after = await findOpenForm(form.publicKey);
  expect(before?.spam.isChallengeVerified).toBe(false);
  expect(after?.spam.isChallengeVerified).toBe(true);
  expect(after?.version).toBe(before?.version);
});

const key = (lifetimeMs: number, content = "a"): RepeatKey => ({
  key: "sent:once",
  contentHash: Buffer.from(content),
  lifetimeMs,
  isAutomatic: false,
});

test("a repeat of the same message passes as long as it's stored once, and no longer", async () => {
  const text = await solvedChallenge(own.ctx, own.form);
  const sent = { repeatKey: key(15_000) };
  const [first, second] = await Promise.all([check(text, sent), check(text, sent)]);
  expect([first, second]).toEqual(["passed", "passed"]);
  expect(await check(text, { repeatKey: key(15_000, "b") }), "other content").toBe("failed");
  expect(await check(text, { ...sent, now: later(16) }), "could be stored again").toBe("failed");
});

test("another attempt of the same request passes: its form may have changed meanwhile", async () => {
  const text = await solvedChallenge(own.ctx, own.form);
  const requestId = newId();
  expect(await check(text, { requestId })).toBe("passed");
  expect(await check(text, { requestId })).toBe("passed");
});

test("a form that changes between its look-up and the acceptance doesn't fail the visitor's challenge", async () => {
  const { ctx, form } = await createChallengeForm();
  const send = async () => {
    const json = { message: "Hello", altcha: await solvedChallenge(ctx, form) };
    return postVisit(form.publicKey, { json });
  };
  await send();
  await findOpenForm(form.publicKey);
  await db().form.updateMany({ where: { id: form.id }, data: { version: { increment: 1 } } });
  await send();
  const uses = await db().usedChallenge.count({ where: { formId: form.id } });
  expect(uses, "two rows for each of two messages").toBe(4);
});

test("a replay doesn't use the challenge that it brings", async () => {
  const { ctx, form } = await createChallengeForm();
  const headers = { "idempotency-key": "once" };
  const send = async (altcha: string) =>
    postVisit(form.publicKey, { json: { message: "Hello", altcha }, headers } satisfies Post);
  const first = await send(await solvedChallenge(ctx, form));
  const other = await solvedChallenge(ctx, form);
  const replay = await send(other);
  expect(replay.headers.get("idempotent-replayed")).toBe("true");
  expect(await acceptedId(replay)).toBe(await acceptedId(first));
  expect(await check(other, { form })).toBe("passed");
});

test("a challenge that can't be looked up counts as not passed", async () => {
  const { ctx, form } = await createChallengeForm();
  const text = await solvedChallenge(ctx, form);
  const open = await findOpenForm(form.publicKey);
  if (!open) throw new Error("the form doesn't exist");
  // No such form: the database rejects the row.
  const gone = { ...open, id: newId() };
  const moved = await solutionOf(await makeChallenge(ctx, gone.id));
  const check = (solution: string, to: typeof open) =>
    checkOwnChallenge(visitorContext(open, new Date()), to, {
      solution: { text: solution, requestId: newId() },
      repeatKey: null,
    });
  expect(await check(moved, gone)).toBe("failed");
  expect(await check(text, open)).toBe("passed");
});
