"use server";

import { refresh } from "next/cache";
import { redirect } from "next/navigation";
import { answerForm, textOf, textsOf } from "#components/form/answer-form";
import type { FormState } from "#components/form/form-state";
import { createForm } from "#lib/forms/create-form";
import { deleteForm } from "#lib/forms/delete-form";
import { rotateFormKey } from "#lib/forms/rotate-form-key";
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
    const form = await createForm(ctx, input);
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

export async function rotateKeyAction(formId: string): Promise<FormState> {
  return answerForm(null, async () => {
    const ctx = await requireActionContext();
    await rotateFormKey(ctx, checkedId(formId));
    refresh();
    return { message: "The form has a new key. Put the new address on your site." };
  });
}

export async function deleteFormAction(formId: string): Promise<FormState> {
  return answerForm(null, async () => {
    const ctx = await requireActionContext();
    await deleteForm(ctx, checkedId(formId));
    redirect("/forms");
  });
}
