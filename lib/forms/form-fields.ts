import { describeChanges, recordAudit } from "#lib/audit/record-audit";
import type { Context } from "#lib/core/context";
import { AppError, type ErrorDetail, requireRevision } from "#lib/core/errors";
import { newId } from "#lib/core/ids";
import { byForm, type Db, db, touchForm, transaction } from "#lib/db/database";
import type { FormFieldList } from "#lib/db/generated/client";
import {
  type Field,
  FormFields,
  type SaveFieldsInput,
  StoredFields,
  UNSAVED_FIELDS,
} from "#lib/fields/schema";
import { requireForm, toForm } from "#lib/forms/store";

function toFields(row: FormFieldList | null): FormFields {
  if (!row) return UNSAVED_FIELDS;
  const { revision, otherFields, onInvalid } = row;
  return FormFields.parse({
    revision,
    fields: StoredFields.parse(row.fields),
    otherFields,
    onInvalid,
  });
}

/** The fields of a form that was already found in this workspace. */
export async function readFields(tx: Db, ctx: Context, formId: string): Promise<FormFields> {
  const { workspaceId } = ctx;
  return toFields(await tx.formFieldList.findFirst({ where: { workspaceId, formId } }));
}

/** @throws {AppError} not_found */
export async function getFields(ctx: Context, formId: string): Promise<FormFields> {
  await requireForm(db(), ctx, formId);
  return readFields(db(), ctx, formId);
}

/** @throws {AppError} validation_failed */
function rejectHoneypot(fields: readonly Field[], honeypot: string): void {
  const message = "must not be the form's honeypot";
  const details = fields.flatMap(({ name }, index): ErrorDetail[] =>
    name === honeypot ? [{ path: `fields.${index}.name`, message }] : [],
  );
  const [first] = details;
  if (first)
    throw new AppError("validation_failed", `Invalid request: ${first.path} ${message}.`, {
      details,
    });
}

/**
 * Saves the fields of a form as a whole. Of two saves with the same revision one wins.
 *
 * @throws {AppError} not_found; validation_failed when a field is the honeypot; revision_conflict
 */
export async function saveFields(
  ctx: Context,
  formId: string,
  { revision, ...input }: SaveFieldsInput,
): Promise<FormFields> {
  return transaction(async (tx) => {
    const subject = await touchForm(tx, ctx, formId);
    const { settings } = toForm(await requireForm(tx, ctx, formId));
    rejectHoneypot(input.fields, settings.honeypot);
    const current = await readFields(tx, ctx, formId);
    requireRevision(revision, current.revision);
    const saved = { ...input, revision: newId(), updatedAt: ctx.now };
    const row = await tx.formFieldList.upsert({
      where: byForm(ctx, formId),
      create: { workspaceId: ctx.workspaceId, formId, ...saved },
      update: saved,
    });
    const changes = describeChanges(current, input, ["otherFields", "onInvalid"]);
    const details = { ...changes, fields: input.fields.map(({ name }) => name) };
    await recordAudit(tx, ctx, { action: "form.fields_saved", subject, details });
    return toFields(row);
  });
}
