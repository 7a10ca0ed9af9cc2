import { type Db, db, transaction, upsertByForm } from "#lib/adapters/db/database";
import type { FormFieldList } from "#lib/adapters/db/generated/client";
import type { Context } from "#lib/core/context";
import { rejectInvalid, requireRevision } from "#lib/core/errors";
import { newId } from "#lib/core/ids";
import { describeChanges, recordAudit } from "#lib/domain/audit/record-audit";
import {
  FormFields,
  type SaveFieldsInput,
  StoredFields,
  UNSAVED_FIELDS,
} from "#lib/domain/forms/fields/schema";
import { lockChangedForm, requireForm, toForm } from "#lib/domain/forms/store";

function toFields(row: FormFieldList | null): FormFields {
  if (!row) return UNSAVED_FIELDS;
  const { revision, fields, otherFields, onInvalid } = row;
  const stored = { revision, fields, otherFields, onInvalid };
  return FormFields.extend({ fields: StoredFields }).parse(stored);
}

/** Reads the fields of a form that was already found in this workspace. */
export async function readFields(tx: Db, ctx: Context, formId: string): Promise<FormFields> {
  const { workspaceId } = ctx;
  return toFields(await tx.formFieldList.findFirst({ where: { workspaceId, formId } }));
}

/** @throws {AppError} not_found */
export async function getFields(ctx: Context, formId: string): Promise<FormFields> {
  await requireForm(db(), ctx, formId);
  return readFields(db(), ctx, formId);
}

/**
 * Saves all fields of a form. If two saves use the same revision, only one succeeds.
 *
 * @throws {AppError} not_found; validation_failed when a field is the honeypot; revision_conflict
 */
export async function saveFields(
  ctx: Context,
  formId: string,
  { revision, ...input }: SaveFieldsInput,
): Promise<FormFields> {
  return transaction(async (tx) => {
    const subject = await lockChangedForm(tx, ctx, formId);
    const { settings } = toForm(await requireForm(tx, ctx, formId));
    const message = "must not be the form's honeypot";
    rejectInvalid(
      input.fields.flatMap(({ name }, index) =>
        name === settings.honeypot ? [{ path: `fields.${index}.name`, message }] : [],
      ),
    );
    const current = await readFields(tx, ctx, formId);
    requireRevision(revision, current.revision);
    const saved = { ...input, revision: newId(), updatedAt: ctx.now };
    const row = await tx.formFieldList.upsert(upsertByForm(ctx, formId, saved));
    const changes = describeChanges(current, input, ["otherFields", "onInvalid"]);
    const details = { ...changes, fields: input.fields.map(({ name }) => name) };
    await recordAudit(tx, ctx, { action: "form.fields_saved", subject, details });
    return toFields(row);
  });
}
