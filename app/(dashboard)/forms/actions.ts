"use server";

import { refresh, revalidatePath } from "next/cache";
import { redirect } from "next/navigation";
import { answerForm, onceKeyOf, textOf, textsOf } from "#components/form/answer-form";
import type { FormState } from "#components/form/form-state";
import { AppError } from "#lib/core/errors";
import { createForm } from "#lib/forms/create-form";
import { deleteForm, rotateFormKey } from "#lib/forms/forms";
import { CreateFormInput, UpdateFormInput } from "#lib/forms/schema";
import { updateForm } from "#lib/forms/update-form";
import { parseInput } from "#lib/http/parse";
import { requireActionContext } from "#lib/session/current-session";
import { checkedId } from "../action-id";

export async function createFormAction(_: FormState, data: FormData): Promise<FormState> {
  return answerForm(data, async () => {
    const ctx = await requireActionContext();
    const input = parseInput(CreateFormInput, {
      name: textOf(data, "name"),
      recipientIds: textsOf(data, "recipientIds"),
    });
    const form = await createForm(ctx, input, onceKeyOf(data));
    revalidatePath("/forms");
    redirect(`/forms/${form.id}`);
  });
}

export async function setFormStatusAction(
  formId: string,
  status: "active" | "paused",
): Promise<FormState> {
  return answerForm(null, async () => {
    const ctx = await requireActionContext();
    await updateForm(ctx, checkedId(formId), parseInput(UpdateFormInput, { status }));
    refresh();
    return {
      message: status === "paused" ? "Paused. Visitors are told so." : "The form takes messages.",
    };
  });
}

/** Replaces the key that the page shows; pressed again after a lost answer, it replaces no other. */
export async function rotateKeyAction(formId: string, publicKey: string): Promise<FormState> {
  return answerForm(null, async () => {
    const ctx = await requireActionContext();
    await rotateFormKey(ctx, checkedId(formId), String(publicKey));
    refresh();
    return { message: "The form has a new key. Put the new address on your site." };
  });
}

export async function deleteFormAction(formId: string): Promise<FormState> {
  return answerForm(null, async () => {
    const ctx = await requireActionContext();
    const isGone = (failure: unknown) =>
      failure instanceof AppError && failure.code === "not_found";
    // What was deleted already, by another tab or before a lost answer, is as wanted.
    await deleteForm(ctx, checkedId(formId)).catch((failure: unknown) => {
      if (!isGone(failure)) throw failure;
    });
    revalidatePath("/forms");
    redirect("/forms");
  });
}
