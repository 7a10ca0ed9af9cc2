import { isDeepStrictEqual } from "node:util";
import { type Db, upsertByForm } from "#lib/adapters/db/database";
import type { Context } from "#lib/core/context";
import { newId } from "#lib/core/ids";
import { findAutoresponder, toAutoresponder } from "#lib/domain/emails/auto-reply/autoresponder";
import type { Autoresponder, SaveAutoresponderInput } from "#lib/domain/emails/auto-reply/schema";
import { readFields } from "#lib/domain/forms/fields/form-fields";
import { type FormFields, UNSAVED_FIELDS } from "#lib/domain/forms/fields/schema";
import { readOptions } from "#lib/domain/forms/options/form-options";
import { type Options, UNSAVED_OPTIONS } from "#lib/domain/forms/options/options-schema";
import { readPage } from "#lib/domain/forms/page/form-page";
import { type PageContent, UNSAVED_PAGE } from "#lib/domain/forms/page/page-schema";
import { findRouting, toRouting, UNSAVED_ROUTING } from "#lib/domain/forms/routing/routing";
import type { Routing } from "#lib/domain/forms/routing/schema";
import { toSpamFilter } from "#lib/domain/forms/spam/filter";
import { type SpamFilter, UNSAVED_FILTER } from "#lib/domain/forms/spam/filter-schema";

type Content<T> = Omit<T, "revision">;

/** The parts of a form that have their own tables. A copy always includes them. */
export type FormParts = {
  fields: Content<FormFields>;
  page: PageContent;
  options: Content<Options>;
  spam: Content<SpamFilter>;
  routing: Content<Routing>;
  autoresponder: Content<SaveAutoresponderInput> | null;
};

function contentOf<T extends { revision: unknown }>({ revision: _, ...content }: T) {
  return content;
}

function draftOf({ revision: _, updatedAt: __, ...draft }: Autoresponder) {
  return draft;
}

/** The parts of a form for which nothing is saved. */
export const UNSAVED_PARTS: FormParts = {
  fields: contentOf(UNSAVED_FIELDS),
  page: UNSAVED_PAGE,
  options: contentOf(UNSAVED_OPTIONS),
  spam: contentOf(UNSAVED_FILTER),
  routing: contentOf(UNSAVED_ROUTING),
  autoresponder: null,
};

/** Reads the parts of a form that was already found in this workspace. */
export async function readParts(tx: Db, ctx: Context, formId: string): Promise<FormParts> {
  const where = { workspaceId: ctx.workspaceId, formId };
  const reply = await findAutoresponder(tx, ctx, formId);
  return {
    fields: contentOf(await readFields(tx, ctx, formId)),
    page: contentOf(await readPage(tx, ctx, formId)),
    options: contentOf(await readOptions(tx, ctx, formId)),
    spam: contentOf(toSpamFilter(await tx.spamFilter.findFirst({ where }))),
    routing: contentOf(toRouting(await findRouting(tx, ctx, formId))),
    autoresponder: reply ? draftOf(toAutoresponder(reply)) : null,
  };
}

/**
 * Saves these parts for a new form; those that equal the defaults aren't stored. Confirmation emails and the auto-reply
 * are off, because they need a verified widget or own challenge, which no new form has. Call `lockRecipientsShared`
 * first.
 */
export async function writeParts(
  tx: Db,
  ctx: Context,
  formId: string,
  { fields, page, options, spam, routing, autoresponder }: FormParts,
): Promise<void> {
  const row = <T extends object>(values: T) =>
    upsertByForm(ctx, formId, { ...values, revision: newId(), updatedAt: ctx.now });
  const isOwn = (name: keyof FormParts, part: object) =>
    !isDeepStrictEqual(part, UNSAVED_PARTS[name]);
  if (isOwn("fields", fields)) await tx.formFieldList.upsert(row(fields));
  const content = { ...page, confirmEmail: false, logoUrl: null };
  if (isOwn("page", content)) await tx.formPage.upsert(row({ content }));
  if (isOwn("options", options)) {
    const toDate = (at: number | null) => (at === null ? null : new Date(at));
    const times = { opensAt: toDate(options.opensAt), closesAt: toDate(options.closesAt) };
    await tx.formOptions.upsert(row({ ...options, ...times }));
  }
  if (isOwn("spam", spam)) await tx.spamFilter.upsert(row(spam));
  if (isOwn("routing", routing)) await tx.routing.upsert(row(routing));
  if (autoresponder) await tx.autoresponder.upsert(row({ ...autoresponder, enabled: false }));
}
