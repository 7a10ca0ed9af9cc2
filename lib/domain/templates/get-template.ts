import { readTogether } from "#lib/adapters/db/database";
import type { Context } from "#lib/core/context";
import { toDestination } from "#lib/domain/endpoints/destinations";
import { findEndpoints, type WebhookRow } from "#lib/domain/endpoints/store";
import { requireForm, toForm, toFormOptions } from "#lib/domain/forms/store";
import { findWidget } from "#lib/domain/forms/turnstile/turnstile";
import { type FormParts, readParts } from "#lib/domain/templates/form-parts";
import { isShareable } from "#lib/domain/templates/shareable-url";
import {
  type FormTemplate,
  type LEFT_OUT,
  TEMPLATE_VERSION,
} from "#lib/domain/templates/template-schema";

type Addresses = ReadonlyMap<string, string>;

/**
 * The parts that the caller isn't allowed to read: addresses of recipients; or routing, auto-reply, webhook,
 * and destinations.
 */
type Withheld = "recipients" | "integrations";

/**
 * Returns a form as a file: its whole configuration in one snapshot, without secrets, IDs, and messages. Recipients are
 * identified by their addresses.
 *
 * @param withheld - parts that are empty in the template, and named in `leftOut`
 * @throws {AppError} not_found
 */
export function getTemplate(
  ctx: Context,
  formId: string,
  withheld: readonly Withheld[] = [],
): Promise<FormTemplate> {
  return readTogether(async (tx) => {
    const row = await requireForm(tx, ctx, formId);
    const { workspaceId } = ctx;
    const isOpen = (part: Withheld) => !withheld.includes(part);
    const recipients = isOpen("recipients")
      ? await tx.recipient.findMany({ where: { workspaceId } })
      : [];
    const addresses: Addresses = new Map(recipients.map(({ id, email }) => [id, email]));
    const { routing, autoresponder, ...parts } = await readParts(tx, ctx, formId);
    const { logoUrl, ...page } = parts.page;
    const { webhook, destinations, leftOut } = describeEndpoints(
      isOpen("integrations") ? await findEndpoints(tx, ctx, formId) : [],
    );
    const hasWidget = (await findWidget(tx, ctx, formId)) !== null;
    const { name, settings, recipientIds } = toForm(row);
    return {
      version: TEMPLATE_VERSION,
      name,
      recipients: addressesOf(recipientIds, addresses),
      settings,
      ...toFormOptions(row),
      ...parts,
      page,
      routing: isOpen("integrations") ? nameRecipients(routing, addresses) : NO_ROUTING,
      autoresponder: isOpen("integrations") ? nameReplyAddress(autoresponder, addresses) : null,
      webhook,
      destinations,
      leftOut: [
        ...(logoUrl === null ? [] : ["logo" as const]),
        ...(hasWidget ? ["turnstile" as const] : []),
        ...leftOut,
        ...withheld,
      ],
    };
  });
}

const NO_ROUTING = { enabled: false, rules: [] };

/** Returns the addresses of recipients that the workspace still has. */
function addressesOf(ids: readonly string[], addresses: Addresses): string[] {
  return ids.flatMap((id) => addresses.get(id) ?? []);
}

function nameRecipients({ enabled, rules }: FormParts["routing"], addresses: Addresses) {
  const named = rules.map(({ id: _, recipientIds, ...rule }) => ({
    ...rule,
    recipients: addressesOf(recipientIds, addresses),
  }));
  return { enabled, rules: named };
}

function nameReplyAddress(reply: FormParts["autoresponder"], addresses: Addresses) {
  if (!reply) return null;
  const { replyRecipientId, ...draft } = reply;
  return { ...draft, replyAddress: addresses.get(replyRecipientId) ?? null };
}

/**
 * Describes the webhook and destinations, without secret URLs, and without those that a service manages for this form.
 */
function describeEndpoints(rows: readonly WebhookRow[]) {
  const shareable = ({ kind, url }: WebhookRow) =>
    kind === "webhook" && isShareable(url) ? url : null;
  const formWebhook = rows.find(({ isFormWebhook }) => isFormWebhook);
  const webhook = formWebhook
    ? { url: shareable(formWebhook), enabled: formWebhook.enabled }
    : null;
  const others = rows.filter(({ isFormWebhook }) => !isFormWebhook);
  const destinations = others
    .filter(({ source }) => source === null)
    .map((row) => {
      const { kind, name, enabled, events, conditions, content } = toDestination(row);
      return { kind, name, url: shareable(row), enabled, events, conditions, content };
    });
  const leftOut: (typeof LEFT_OUT)[number][] = [];
  if (webhook?.url === null) leftOut.push("webhook_url");
  if (destinations.some(({ url }) => url === null)) leftOut.push("destination_urls");
  if (rows.some(({ sealedHeaders }) => sealedHeaders !== null)) leftOut.push("webhook_headers");
  if (others.length > destinations.length) leftOut.push("subscriptions");
  return { webhook, destinations, leftOut };
}
