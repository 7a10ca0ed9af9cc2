import { expect, test } from "vitest";
import { db } from "#lib/adapters/db/database";
import { type Form, FormSummary } from "#lib/domain/forms/schema";
import { SubmissionSummary } from "#lib/domain/submissions/schema";
import { Usage } from "#lib/domain/usage/schema";
import { runMaintenance } from "#lib/entry/jobs/run-maintenance";
import { callApi, dataOf, errorOf, pageOfAnswer } from "#tests/support/contract/api";
import {
  createForm,
  createToken,
  createWorkspace,
  type Workspace,
} from "#tests/support/factories/factories";
import {
  createAttachment,
  createSubmission,
  DEFAULT_TEXT_BYTES,
} from "#tests/support/factories/message-factories";
import { countStatements } from "#tests/support/setup/query-plan";
import { createTestClock } from "#tests/support/twins/test-clock";

const MANY = 100_000;
/** Copies a message in one statement, because intake would take hours. */
async function multiply(workspace: Workspace, form: Form, copies: number): Promise<void> {
  const { id } = await createSubmission(workspace, form);
  await db().$executeRaw`
    INSERT INTO submissions (id, workspace_id, form_id, folder, received_at, fields, name, email,
      preview, search_text, plan, visitor_reply_status, visitor_reply_reason)
    SELECT gen_random_uuid(), s.workspace_id, s.form_id,
      (ARRAY['inbox', 'archive', 'spam'])[1 + n % 3], s.received_at - n * interval '1 second',
      s.fields, s.name, s.email, s.preview, 'hello ' || n, s.plan, s.visitor_reply_status,
      s.visitor_reply_reason
    FROM submissions s, generate_series(1, ${copies}::int) n WHERE s.id = ${id}::uuid`;
}

async function setUp() {
  const workspace = await createWorkspace();
  const token = await createToken(workspace);
  const [large, small, kept] = [
    await createForm(workspace, { name: "Large" }),
    await createForm(workspace, { name: "Small" }),
    await createForm(workspace, { name: "Kept" }),
  ];
  await multiply(workspace, large, MANY - 1);
  const one = await createSubmission(workspace, large);
  const file = await createAttachment(workspace, one);
  await createSubmission(workspace, small);
  const keptMessage = await createSubmission(workspace, kept);
  return { token, large, small, kept, one, file, keptMessage };
}

/** Runs maintenance until it has read the clock 100 times: a few batches per step. */
function maintainForAMoment() {
  const clock = createTestClock(new Date());
  const now = () => {
    clock.advance(1);
    return clock.now();
  };
  return runMaintenance({ ...clock, now }, 100);
}

const countRows = (form: Form) => db().submission.count({ where: { formId: form.id } });

test("hides a deleted form with 100,000 messages immediately and removes it in batches", {
  timeout: 240_000,
}, async () => {
  const { token, large, small, kept, one, file, keptMessage } = await setUp();
  const doomed = { id: { in: [large.id, small.id] } };
  const remove = async (form: Form) => {
    const answer = await callApi("DELETE", `/v1/forms/${form.id}`, { token });
    expect(answer.status).toBe(204);
  };
  // The first request also updates the token's last use, which would add a statement.
  await callApi("GET", "/v1/token", { token });
  const { count: statements } = await countStatements(() => remove(large));
  expect(await countRows(large), "no message is deleted before the response").toBe(MANY + 1);
  const { count } = await countStatements(() => remove(small));
  expect(count, "same number of statements as for one message").toBe(statements);

  const read = (path: string, query: Record<string, string> = {}) =>
    callApi("GET", path, { token, query });
  errorOf(await read(`/v1/forms/${large.id}`), "not_found");
  errorOf(await read(`/v1/submissions/${one.id}`), "not_found");
  errorOf(await read(`/v1/submissions/${one.id}/attachments/${file.id}`), "not_found");
  const forms = pageOfAnswer(await read("/v1/forms"), FormSummary);
  expect(forms.data.map(({ id }) => id)).toEqual([kept.id]);
  for (const narrowed of [[], [["search", "hello"]], [["unread", "true"]]]) {
    const query = { folder: "all", ...Object.fromEntries(narrowed) };
    const page = await read("/v1/submissions", query);
    expect(pageOfAnswer(page, SubmissionSummary)).toMatchObject({
      data: [{ id: keptMessage.id }],
      nextCursor: null,
    });
    const exported = await read("/v1/submissions/export", query);
    expect(exported.bytes.toString().trim().split("\r\n")).toHaveLength(2);
  }
  const usage = async () => dataOf(await read("/v1/usage"), 200, Usage);
  const before = await usage();
  expect(before).toMatchObject({
    folders: { inbox: 1 },
    storageBytes: file.bytes.byteLength + DEFAULT_TEXT_BYTES,
  });

  const first = await maintainForAMoment();
  expect(first.formMessages, "stops when time runs out").toBeLessThan(MANY);
  expect(first.formMessages).toBeGreaterThan(0);
  expect(await usage(), "partial deletion isn't visible").toMatchObject({ folders: { inbox: 1 } });
  // Each run continues where the last one stopped: messages, then the form and the file.
  let removed = first.formMessages ?? 0;
  for (let run = 0; run < 20 && (await db().form.count({ where: doomed })) > 0; run += 1)
    removed += (await runMaintenance(createTestClock(new Date()))).formMessages ?? 0;
  expect(removed).toBe(MANY + 2);
  expect(await Promise.all([large, small, kept].map(countRows))).toEqual([0, 0, 1]);
  expect(await usage()).toEqual({ ...before, storageBytes: DEFAULT_TEXT_BYTES });
});
