"use server";

import { headers } from "next/headers";
import type { ActionResult, FormState } from "#components/form/action-result.ts";
import {
  authenticatedAction,
  idempotencyKeyOf,
  parseFields,
} from "#components/form/server-action.ts";
import { CreateWorkspaceInput } from "#lib/accounts/schema";
import { createWorkspace } from "#lib/accounts/switch-workspace";
import { callerOf } from "#lib/core/client-address";
import { requireSession } from "#lib/session/current-session";

export async function createWorkspaceAction(_: FormState, data: FormData): Promise<ActionResult> {
  return authenticatedAction(data, async (ctx) => {
    const input = parseFields(CreateWorkspaceInput, data);
    const caller = callerOf({ headers: await headers() }, ctx.now);
    await createWorkspace(await requireSession(), input, idempotencyKeyOf(data), caller);
    return {};
  });
}
