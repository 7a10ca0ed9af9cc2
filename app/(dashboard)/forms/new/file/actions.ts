"use server";

import { revalidatePath } from "next/cache";
import { redirect } from "next/navigation";
import type { ActionResult } from "#components/form/action-result.ts";
import {
  authenticatedAction,
  idempotencyKeyOf,
  textOf,
  textsOf,
} from "#components/form/server-action.ts";
import { AppError } from "#lib/core/errors";
import { SaveFormInput } from "#lib/domain/forms/schema";
import { createFromTemplate, previewTemplate } from "#lib/domain/templates/create-from-template";
import type { Remaining } from "#lib/domain/templates/template-schema";
import { parseInput } from "#lib/entry/http/parse";
import { describeTemplate } from "./describe-template";
import { readFile } from "./read-file";

/** The result that a file would have in this workspace, or its problem. */
type FilePreview = { problem: string } | ReadFile;
export type ReadFile = {
  name: string;
  recipientIds: string[];
  comes: string[];
  remaining: Remaining[];
};

/** Reads a form from a file. Nothing is created. */
export async function readFileAction(text: string): Promise<ActionResult<FilePreview>> {
  return authenticatedAction(null, async (ctx) => {
    const read = readFile(text);
    if ("problem" in read) return read;
    const { template } = read;
    const { recipientIds, remaining } = await previewTemplate(ctx, template);
    return { name: template.name, recipientIds, comes: describeTemplate(template), remaining };
  });
}

const Chosen = SaveFormInput.pick({ name: true, recipientIds: true }).required();

/** Creates the form that was shown. Opens it immediately if there's nothing left to do. */
export async function createFromFileAction(
  text: string,
  _: unknown,
  data: FormData,
): Promise<ActionResult> {
  return authenticatedAction(data, async (ctx) => {
    const read = readFile(text);
    if ("problem" in read) throw new AppError("validation_failed", read.problem);
    const chosen = parseInput(Chosen, {
      name: textOf(data, "name"),
      recipientIds: textsOf(data, "recipientIds"),
    });
    const given = { template: read.template, ...chosen };
    const form = await createFromTemplate(ctx, given, idempotencyKeyOf(data));
    revalidatePath("/forms");
    const { id, remaining = [] } = form;
    if (remaining.length === 0) redirect(`/forms/${id}`);
    return { created: { id, name: form.name, remaining } };
  });
}
