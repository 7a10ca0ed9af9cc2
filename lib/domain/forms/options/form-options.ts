import { type Db, db, transaction, upsertByForm } from "#lib/adapters/db/database";
import type { FormOptions as OptionsRow } from "#lib/adapters/db/generated/client";
import type { Context } from "#lib/core/context";
import { requireRevision } from "#lib/core/errors";
import { isId, newId } from "#lib/core/ids";
import { describeChanges, recordAudit } from "#lib/domain/audit/record-audit";
import {
  Options,
  type SaveOptionsInput,
  UNSAVED_OPTIONS,
} from "#lib/domain/forms/options/options-schema";
import { lockChangedForm, requireForm } from "#lib/domain/forms/store";

function toOptions(row: OptionsRow | null): Options {
  if (!row) return UNSAVED_OPTIONS;
  const { workspaceId: _, formId: __, updatedAt: ___, opensAt, closesAt, ...others } = row;
  return Options.parse({
    ...others,
    opensAt: opensAt?.getTime() ?? null,
    closesAt: closesAt?.getTime() ?? null,
  });
}

/** Reads the options of a form, without checking that it exists. */
export async function readOptions(
  tx: Db,
  { workspaceId }: Context,
  formId: string,
): Promise<Options> {
  const where = { workspaceId, formId, form: { deletedAt: null } };
  return toOptions(await tx.formOptions.findFirst({ where }));
}

/** @throws {AppError} not_found */
export async function getOptions(ctx: Context, formId: string): Promise<Options> {
  const options = isId(formId) ? await readOptions(db(), ctx, formId) : UNSAVED_OPTIONS;
  if (options.revision === null) await requireForm(db(), ctx, formId);
  return options;
}

const LOGGED = [
  "opensAt",
  "closesAt",
  "maxSubmissions",
  "keepContext",
  "attachFiles",
  "scriptAnswer",
];

function toLogged({ opensAt, closesAt, ...others }: Omit<Options, "revision">) {
  const toText = (at: number | null) => (at === null ? null : new Date(at).toISOString());
  return { ...others, opensAt: toText(opensAt), closesAt: toText(closesAt) };
}

/**
 * Saves all options of a form: when it's open, and what happens to its submissions. If two saves use the same
 * revision, only one succeeds. Messages that are being stored at this moment follow the previous options:
 * their statements have already read them, and hold no lock that this one could wait for. Therefore those
 * messages can exceed a new limit, but later ones can't.
 *
 * @throws {AppError} not_found, revision_conflict
 */
export async function saveOptions(
  ctx: Context,
  formId: string,
  { revision, ...input }: SaveOptionsInput,
): Promise<Options> {
  return transaction(async (tx) => {
    const subject = await lockChangedForm(tx, ctx, formId);
    const { revision: current, ...before } = await readOptions(tx, ctx, formId);
    requireRevision(revision, current);
    const saved = {
      ...input,
      opensAt: input.opensAt === null ? null : new Date(input.opensAt),
      closesAt: input.closesAt === null ? null : new Date(input.closesAt),
      revision: newId(),
      updatedAt: ctx.now,
    };
    const row = await tx.formOptions.upsert(upsertByForm(ctx, formId, saved));
    const details = describeChanges(toLogged(before), toLogged(input), LOGGED);
    await recordAudit(tx, ctx, { action: "form.options_saved", subject, details });
    return toOptions(row);
  });
}
