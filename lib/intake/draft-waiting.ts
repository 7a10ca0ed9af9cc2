import { CONFIRM_DAYS, type ConfirmationDraft } from "#lib/autoresponder/confirmation";
import { hashReplyAddress } from "#lib/autoresponder/opt-out";
import type { Context } from "#lib/core/context";
import { type FieldPairs, findAutoReplyAddress } from "#lib/core/fields";
import { newId } from "#lib/core/ids";
import { encryptSecret } from "#lib/core/secrets";
import { installationKey } from "#lib/db/installation-key";
import type { OpenForm } from "#lib/intake/open-form";
import { planNoOne } from "#lib/notifications/plan-notification";
import { WAITING } from "#lib/submissions/schema";

/**
 * The address at which a visitor has to confirm a submission with these fields, or null. Without a required
 * widget no one confirms anything, as no one gets an auto-reply. Pure. It doesn't depend on whether the submission is
 * spam, so that the response doesn't tell.
 */
export function findAddressToConfirm(
  { page, widget }: Pick<OpenForm, "page" | "widget">,
  fields: FieldPairs,
): string | null {
  return page.confirmEmail && widget?.observes === null ? findAutoReplyAddress(fields) : null;
}

type Content = {
  spam: object | null;
  isChallengePassed: boolean;
  fields: FieldPairs;
  confirmation?: ConfirmationDraft;
};

/**
 * What differs for a submission that waits for its visitor: its only email asks them, and it's deleted soon.
 * Null for one that doesn't wait.
 */
export async function draftWaiting(
  { workspaceId }: Context,
  form: OpenForm,
  { spam, isChallengePassed, fields, confirmation: words }: Content,
) {
  const address = findAddressToConfirm(form, fields);
  if (spam || !isChallengePassed || address === null || !words) return null;
  const id = newId();
  const sealed = encryptSecret("email_data", { workspaceId, id }, JSON.stringify(words));
  return {
    folder: WAITING,
    plan: planNoOne("waiting"),
    retention_days: Math.min(CONFIRM_DAYS, form.settings.messageRetentionDays ?? CONFIRM_DAYS),
    reply_address: hashReplyAddress(await installationKey(), workspaceId, address),
    emails: [
      {
        id,
        dedupe_key: newId(),
        kind: "confirmation" as const,
        recipient_id: null,
        email: address,
        sealed_data: Buffer.from(sealed).toString("hex"),
      },
    ],
  };
}
