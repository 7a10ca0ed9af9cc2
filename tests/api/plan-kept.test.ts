import { beforeEach, expect, test } from "vitest";
import { newId } from "#lib/core/ids";
import { updateForm } from "#lib/forms/update-form";
import { drainOutbox } from "#lib/jobs/drain-outbox";
import { listCapturedEmails } from "#lib/notifications/captured-emails";
import type { Recipient } from "#lib/recipients/schema";
import { saveRouting } from "#lib/routing/routing";
import { getSubmission } from "#lib/submissions/store";
import { updateSubmission } from "#lib/submissions/update-submissions";
import { acceptedId, postVisit } from "#tests/support/contract/intake";
import {
  createForm,
  createVerifiedRecipient,
  createWorkspace,
} from "#tests/support/factories/factories";
import { emptyOutbox } from "#tests/support/factories/outbox-state";

beforeEach(emptyOutbox);

/** Creates a form with a rule that notifies one recipient, and a submission that matches it. */
async function setUp() {
  const workspace = await createWorkspace();
  const [sales, other] = [
    await createVerifiedRecipient(workspace),
    await createVerifiedRecipient(workspace),
  ];
  const form = await createForm(workspace);
  const rule = (name: string, { id }: Recipient) => ({
    id: newId(),
    name,
    field: "topic",
    operator: "equals" as const,
    value: "sales",
    recipientIds: [id],
  });
  const { revision } = await saveRouting(workspace.ctx, form.id, {
    revision: null,
    enabled: true,
    rules: [rule("Sales", sales)],
  });
  const id = await acceptedId(await postVisit(form.publicKey, { json: { topic: "sales" } }));
  const planOf = async () => (await getSubmission(workspace.ctx, id)).notificationPlan;
  const plan = await planOf();
  expect(plan).toMatchObject({ reason: "routing_rule", ruleName: "Sales" });
  const change = {
    "its rule notifies someone else": (enabled = true) =>
      saveRouting(workspace.ctx, form.id, { revision, enabled, rules: [rule("New", other)] }),
    "its rules are deleted": () =>
      saveRouting(workspace.ctx, form.id, { revision, enabled: true, rules: [] }),
    "routing is disabled": () => change["its rule notifies someone else"](false),
    "its form no longer notifies anyone": () =>
      updateForm(workspace.ctx, form.id, { recipientIds: [] }),
    "it was in spam in between": async () => {
      for (const folder of ["spam", "inbox"] as const)
        await updateSubmission(workspace.ctx, id, { folder });
    },
  };
  return { workspace, sales, plan, planOf, change };
}

const CHANGES = [
  "its rule notifies someone else",
  "its rules are deleted",
  "routing is disabled",
  "its form no longer notifies anyone",
] as const;

test.each(CHANGES)("a submission's plan and recipients don't change when %s", async (what) => {
  const { workspace, sales, plan, planOf, change } = await setUp();
  await change[what]();
  expect(await planOf()).toEqual(plan);
  await drainOutbox();
  const { data } = await listCapturedEmails(workspace.ctx, { limit: 50 });
  expect(data.map(({ to, kind }) => [kind, to])).toEqual([["notification", sales.email]]);
  expect(await planOf()).toEqual(plan);
});

test("a submission moved to spam and back keeps its plan and notifies no one", async () => {
  const { workspace, plan, planOf, change } = await setUp();
  await change["it was in spam in between"]();
  expect(await planOf()).toEqual(plan);
  await drainOutbox();
  expect((await listCapturedEmails(workspace.ctx, { limit: 50 })).data).toEqual([]);
});
