import { expect } from "vitest";
import { db } from "#lib/adapters/db/database";
import { SubmissionSummary } from "#lib/domain/submissions/schema";
import { drainOutbox } from "#lib/entry/jobs/drain-outbox";
import { callApi, pageOfAnswer } from "#tests/support/contract/api";
import { postVisit } from "#tests/support/contract/intake";
import { createAccount, signIn } from "#tests/support/factories/account-factories";
import { createForm, createToken } from "#tests/support/factories/factories";

const POSTS = 500;
/** Every fifth request repeats the one before it, concurrently. */
const MESSAGES = POSTS - POSTS / 5;

/**
 * Sends 500 submissions while everything else uses the database: reads, updates, search, exports,
 * sign-in and drains. No call may fail, and each submission is stored, counted, and notified once.
 */
export async function drillWithPosts(): Promise<void> {
  const workspace = await createAccount();
  const token = await createToken(workspace);
  const form = await createForm(workspace);
  const other = await createForm(workspace);
  const page = async (query: Record<string, string>) =>
    pageOfAnswer(await callApi("GET", "/v1/submissions", { token, query }), SubmissionSummary).data;

  const statuses: number[] = [];
  const count = async (work: Promise<{ status: number }>) => {
    statuses.push((await work).status);
  };
  const post = (index: number) => {
    const message = index % 5 === 4 ? index - 1 : index;
    const headers = { "idempotency-key": `message-${message}` };
    return count(postVisit(form.publicKey, { json: { message: `Message ${message}` }, headers }));
  };
  const use = async (index: number) => {
    const [first] = await page({ formId: form.id });
    if (first)
      await count(
        callApi("PATCH", `/v1/submissions/${first.id}`, { token, body: { read: index % 2 === 0 } }),
      );
    await page({ search: `message ${index}` });
    await count(callApi("GET", "/v1/submissions/export", { token, query: { folder: "inbox" } }));
    // A form that changes twice while a message waits for its turn asks the sender to try again.
    const changed = index === 0 ? form : other;
    await count(callApi("PATCH", `/v1/forms/${changed.id}`, { token, body: { name: `${index}` } }));
    await count(signIn(workspace.user.email));
    await drainOutbox();
  };
  await Promise.all([
    ...Array.from({ length: POSTS }, (_, index) => post(index)),
    ...Array.from({ length: 5 }, (_, index) => use(index)),
  ]);
  while ((await drainOutbox()).claimed > 0);

  expect(statuses.filter((status) => status >= 500)).toEqual([]);
  const where = { formId: form.id };
  expect({
    stored: await db().submission.count({ where }),
    sent: await db().delivery.count({
      where: { channel: "email", submission: where, status: "delivered" },
    }),
    owed: await db().delivery.count({ where: { dueAt: { not: null } } }),
  }).toEqual({ stored: MESSAGES, sent: MESSAGES, owed: 0 });
}
