import type { AuditAction } from "#lib/audit/schema";
import type { Context } from "#lib/core/context";
import type { Form } from "#lib/forms/schema";
import { createForm, createWorkspace, type Workspace } from "#tests/support/factories/factories";
import { createSubmission } from "#tests/support/factories/message-factories";

/** In every secret, message, and address that must not get into the log. */
export const MARKER = "never-logged";

export type Setup = { workspace: Workspace; ctx: Context; form: Form };

/** One successful call of a verb: its data is made first, and the call itself is returned. */
export type VerbCase = {
  action: AuditAction;
  actor?: "user" | "visitor";
  prepare: (setup: Setup) => Promise<() => Promise<unknown>> | (() => Promise<unknown>);
};

export async function setUpCase(): Promise<Setup> {
  const workspace = await createWorkspace();
  const form = await createForm(workspace);
  await createSubmission(workspace, form, {
    fields: { email: `${MARKER}@example.com`, message: MARKER },
  });
  return { workspace, ctx: workspace.ctx, form };
}
