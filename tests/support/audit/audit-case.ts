import type { Context } from "#lib/core/context";
import type { AuditAction } from "#lib/domain/audit/schema";
import type { Form } from "#lib/domain/forms/schema";
import { MARKER } from "#tests/support/contract/sample";
import { createOwnForm, type Workspace } from "#tests/support/factories/factories";
import { createSubmission } from "#tests/support/factories/message-factories";

export type Setup = { workspace: Workspace; ctx: Context; form: Form };

type Call = () => Promise<unknown>;

/** One successful call of a verb, which `prepare` returns once it has made what the call needs. */
type AuditCase<Given> = {
  action: AuditAction;
  actor?: "visitor";
  prepare: (given: Given) => Promise<Call>;
};

export type VerbCase = AuditCase<Setup>;
/** With an account that has a password. */
export type AccountCase = AuditCase<Workspace>;

/** A call that needs nothing made before it. */
export function records<Given>(
  action: AuditAction,
  run: (given: Given) => Promise<unknown>,
): AuditCase<Given> {
  return { action, prepare: async (given) => () => run(given) };
}

export function recordsAfter<Given>(
  action: AuditAction,
  prepare: (given: Given) => Promise<Call>,
): AuditCase<Given> {
  return { action, prepare };
}

export async function setUpCase(): Promise<Setup> {
  const { workspace, ctx, form } = await createOwnForm();
  const fields = { email: `${MARKER}@example.com`, message: MARKER };
  await createSubmission(workspace, form, { fields });
  return { workspace, ctx, form };
}
