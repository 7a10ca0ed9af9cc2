import type { Context } from "#lib/core/context";
import { db } from "#lib/db/database";
import { MAX_RECIPIENTS, RESEND_AFTER_SECONDS, type Recipient } from "#lib/recipients/schema";
import { toRecipient } from "#lib/recipients/store";
import { StoredRules } from "#lib/routing/routing";

type FormName = { id: string; name: string };

export type RecipientUse = Recipient & {
  /** When the verification can be sent again, in epoch milliseconds; null once verified. */
  resendAvailableAt: number | null;
  /** The forms that notify this address by default. */
  forms: FormName[];
  /** Enabled routing rules that name this address. */
  rules: { form: FormName; name: string }[];
  /** The forms whose auto-replies have this reply-to address. */
  replies: FormName[];
};

/** All recipients and where they are used, oldest first. */
export async function listRecipientUses(ctx: Context): Promise<RecipientUse[]> {
  const name = { form: { select: { id: true, name: true } } } as const;
  const form = { deletedAt: null };
  const [rows, rules] = await Promise.all([
    db().recipient.findMany({
      where: { workspaceId: ctx.workspaceId },
      orderBy: [{ createdAt: "asc" }, { id: "asc" }],
      take: MAX_RECIPIENTS,
      include: {
        forms: { where: { form }, select: name },
        autoresponders: { where: { form, enabled: true }, select: name },
      },
    }),
    listRules(ctx),
  ]);
  return rows.map((row) => ({
    ...toRecipient(row),
    resendAvailableAt: row.verifiedAt
      ? null
      : (row.verificationSentAt?.getTime() ?? 0) + RESEND_AFTER_SECONDS * 1000,
    forms: row.forms.map((use) => use.form),
    rules: rules
      .filter(({ recipientIds }) => recipientIds.includes(row.id))
      .map(({ form: of, name: called }) => ({ form: of, name: called })),
    replies: row.autoresponders.map((use) => use.form),
  }));
}

/** The enabled rules of the workspace. */
async function listRules(ctx: Context) {
  const rows = await db().routing.findMany({
    where: { workspaceId: ctx.workspaceId, enabled: true, form: { deletedAt: null } },
    select: { rules: true, form: { select: { id: true, name: true } } },
  });
  return rows.flatMap(({ form, rules }) =>
    StoredRules.parse(rules).map(({ name, recipientIds }) => ({ form, name, recipientIds })),
  );
}
