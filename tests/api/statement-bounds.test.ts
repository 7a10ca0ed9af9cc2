import { expect, it, vi } from "vitest";
import { newId } from "#lib/core/ids";
import { drainOutbox } from "#lib/entry/jobs/drain-outbox";
import { callApi } from "#tests/support/contract/api";
import { postVisit } from "#tests/support/contract/intake";
import { createOwnForm, createToken } from "#tests/support/factories/factories";
import { createVerifiedWidget } from "#tests/support/factories/integration-factories";
import { emptyOutbox, queueNotification } from "#tests/support/factories/outbox-state";
import { countStatements } from "#tests/support/setup/query-plan";
import { setUpLiveEmail } from "#tests/support/twins/live-email";
import { passingResponse } from "#tests/support/twins/siteverify-twin";
import { createTestClock, START } from "#tests/support/twins/test-clock";

/**
 * Statements that the database gets, with BEGIN and COMMIT. A number here may only go down. The goals are 1 for a
 * message, 3 for one with files or a challenge, 7 for a change of a form, and 3 per live email.
 */
const BOUNDS = {
  message: 1,
  // The form as it is now, the file as pending, the accepting statement, and one that can be saved.
  messageWithFile: 4,
  messageWithChallenge: 3,
  // Token, transaction (4), locks, the form before and after, its recipients, and the audit entry.
  formChange: 10,
  // The length of the queue, the claim, the content, the send slot, the attempt, and the result; then one claim that
  // finds no more emails, and up to two that find no events.
  drainOfOneEmail: 9,
  // Each of these is for up to ten emails, as many as a drain sends at the same time.
  drainOf20Emails: 30,
};

// The gap between two of these is no whole number of milliseconds.
setUpLiveEmail(3000);

/** The least of some runs, because other statements also happen, such as those of a new connection. */
async function leastStatements(
  run: () => Promise<unknown>,
  prepare: () => Promise<unknown> = async () => undefined,
): Promise<number> {
  const counts: number[] = [];
  for (let times = 0; times < 4; times += 1) {
    await prepare();
    counts.push((await countStatements(run)).count);
  }
  return Math.min(...counts);
}

async function post(publicKey: string, sent: Parameters<typeof postVisit>[1]): Promise<void> {
  expect((await postVisit(publicKey, sent)).status).toBe(200);
}

it("a message to a form that is cached takes one statement", async () => {
  const { form } = await createOwnForm();
  const message = { json: { message: "Hello" } };
  await post(form.publicKey, message);
  expect(await leastStatements(() => post(form.publicKey, message))).toBe(BOUNDS.message);
});

it("a body is parsed once, also when its form has changed since it was read", async () => {
  const { form, workspace } = await createOwnForm();
  await post(form.publicKey, { json: { message: "first" } });
  const token = await createToken(workspace);
  await callApi("PATCH", `/v1/forms/${form.id}`, { token, body: { name: "Changed" } });
  const parse = vi.spyOn(JSON, "parse");
  const { count } = await countStatements(() =>
    post(form.publicKey, { json: { message: "second" } }),
  );
  const bodies = parse.mock.calls.filter(([text]) => text === '{"message":"second"}');
  parse.mockRestore();
  expect(bodies).toHaveLength(1);
  expect(count, "accepting it twice, and reading the form").toBeGreaterThanOrEqual(3);
});

it("a message with a file takes no more statements than before", async () => {
  const { form } = await createOwnForm({ settings: { uploads: { enabled: true } } });
  const message = {
    multipart: [
      { name: "message", content: "see the file" },
      { name: "paper", filename: "notes.txt", content: "a line" },
    ],
    headers: { accept: "application/json" },
  };
  expect(await leastStatements(() => post(form.publicKey, message))).toBe(BOUNDS.messageWithFile);
});

it("a message with a challenge takes no more statements than before", async () => {
  const { form } = await createOwnForm();
  await createVerifiedWidget(form.id);
  const pass = () => passingResponse("www.example.com", newId());
  const send = () =>
    post(form.publicKey, { json: { message: "Hello", "cf-turnstile-response": pass() } });
  expect(await leastStatements(send)).toBe(BOUNDS.messageWithChallenge);
});

it("a change of a form takes no more statements than before", async () => {
  const { workspace, form } = await createOwnForm();
  const token = await createToken(workspace);
  const change = async () => {
    const body = { name: "Contact", settings: { subject: `Subject ${newId()}` } };
    const answer = await callApi("PATCH", `/v1/forms/${form.id}`, { token, body });
    expect(answer.status).toBe(200);
  };
  expect(await leastStatements(change)).toBe(BOUNDS.formChange);
});

it.each([
  ["a live email takes no more statements than before", 1, BOUNDS.drainOfOneEmail],
  ["20 live emails share their statements", 20, BOUNDS.drainOf20Emails],
])("%s", async (_what, count, bound) => {
  const clock = createTestClock(START);
  const queue = async () => {
    await emptyOutbox();
    for (let nth = 0; nth < count; nth += 1) await queueNotification(clock.now());
  };
  const drain = async () => expect(await drainOutbox(clock)).toMatchObject({ sent: count });
  expect(await leastStatements(drain, queue)).toBeLessThanOrEqual(bound);
});
