"use server";

import { refresh, revalidatePath } from "next/cache";
import { notFound, redirect } from "next/navigation";
import { z } from "zod";
import type { ActionResult } from "#components/form/action-result.ts";
import {
  authenticatedAction,
  checkedId,
  idempotencyKeyOf,
  textOf,
  textsOf,
} from "#components/form/server-action.ts";
import { describePlan } from "#components/inbox/descriptions.ts";
import type { Context } from "#lib/core/context";
import { AppError } from "#lib/core/errors";
import { IdempotencyKey } from "#lib/core/ids";
import { Id } from "#lib/core/text";
import { createForm } from "#lib/domain/forms/create-form";
import { deleteForm, rotateFormKey } from "#lib/domain/forms/forms";
import { CreateFormInput, UpdateFormInput } from "#lib/domain/forms/schema";
import { updateForm } from "#lib/domain/forms/update-form";
import { getInboxMessage } from "#lib/domain/submissions/inbox/get-inbox-message";
import type { InboxMessage } from "#lib/domain/submissions/inbox/inbox-schema";
import { duplicateForm } from "#lib/domain/templates/duplicate-form";
import { parseInput } from "#lib/entry/http/parse";
import { actionOnForm } from "./form-action";

/** The subject of new forms, with form and sender. The API's own default remains as documented. */
const SUBJECT = "{{form}}: {{name}}";

/** Explains why a new form needs a recipient, although its settings accept none. */
const WithoutRecipients = CreateFormInput.extend({
  recipientIds: z
    .array(Id)
    .min(
      1,
      "must name someone to start with. To get no emails, create the form and clear its recipients in the settings",
    ),
});

export async function createFormAction(_: unknown, data: FormData): Promise<ActionResult> {
  return authenticatedAction(data, async (ctx) => {
    const recipientIds = textsOf(data, "recipientIds");
    const input = parseInput(recipientIds.length > 0 ? CreateFormInput : WithoutRecipients, {
      name: textOf(data, "name"),
      recipientIds,
      settings: { subject: SUBJECT },
    });
    const form = await createForm(ctx, input, idempotencyKeyOf(data));
    revalidatePath("/forms");
    redirect(`/forms/${form.id}`);
  });
}

/** Opens the copy’s settings, where it can be renamed. @param key - an idempotency key */
export async function duplicateFormAction(formId: string, key: string): Promise<ActionResult> {
  return actionOnForm(formId, null, async (ctx, id) => {
    const copy = await duplicateForm(ctx, id, parseInput(IdempotencyKey, key));
    revalidatePath("/forms");
    redirect(`/forms/${copy.id}/settings`);
  });
}

export async function setFormStatusAction(formId: string, status: "active" | "paused") {
  return actionOnForm(formId, null, async (ctx, id) => {
    await updateForm(ctx, id, parseInput(UpdateFormInput, { status }));
    refresh();
    return { message: status === "paused" ? "Form paused." : "Form resumed." };
  });
}

/** Rotates the key shown on the page. A retry after a lost response doesn’t rotate it again. */
export async function rotateKeyAction(formId: string, publicKey: string) {
  return actionOnForm(formId, null, async (ctx, id) => {
    await rotateFormKey(ctx, id, String(publicKey));
    refresh();
    return { message: "Key rotated. Update your site with the new URL." };
  });
}

export async function deleteFormAction(formId: string): Promise<ActionResult> {
  return actionOnForm(formId, null, async (ctx, id) => {
    // The form may already be deleted, by another tab or before a lost response.
    await deleteForm(ctx, id).catch((failure: unknown) => {
      if (!(failure instanceof AppError && failure.code === "not_found")) throw failure;
    });
    revalidatePath("/forms");
    redirect("/forms");
  });
}

/** Reads who is notified of a test message, and the status of each email; `captured` isn't sent. */
export async function followTestAction(submissionId: string): Promise<ActionResult<TestProgress>> {
  return authenticatedAction(null, async (ctx) => {
    const { message, captured } = await findTest(ctx, submissionId);
    const emails = message.deliveries.map(({ id, email, status }) => ({
      email,
      status: id in captured ? ("captured" as const) : status,
    }));
    return { plan: describePlan(message.notificationPlan), emails };
  });
}

type TestEmail = Pick<InboxMessage["message"]["deliveries"][number], "email" | "status">;

export type TestProgress = {
  plan: string;
  emails: { email: string; status: TestEmail["status"] | "captured" }[];
};

/**
 * Finds a test message. An unknown ID is a plain 404, because the page that shows the test never
 * requests one.
 */
async function findTest(ctx: Context, submissionId: string): Promise<InboxMessage> {
  try {
    return await getInboxMessage(ctx, checkedId(submissionId));
  } catch (failure) {
    if (failure instanceof AppError && failure.code === "not_found") notFound();
    throw failure;
  }
}
