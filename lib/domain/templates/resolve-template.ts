import { addressKey } from "#lib/core/email-address";
import { newId } from "#lib/core/ids";
import { kindLabel } from "#lib/domain/endpoints/chats/kinds";
import { type FormParts, UNSAVED_PARTS } from "#lib/domain/templates/form-parts";
import type { Template } from "#lib/domain/templates/template-input";
import type { Remaining } from "#lib/domain/templates/template-schema";

/** The verified recipients of a workspace: IDs by the keys of their addresses. */
export type KnownRecipients = ReadonlyMap<string, string>;

type Resolved = { recipientIds: string[]; parts: FormParts; remaining: Remaining[] };

function left(code: Remaining["code"], path: string, message: string): Remaining {
  return { code, path, message };
}

/**
 * Converts a template into the parts of a form of this workspace, and the tasks left to do. Pure, except for the IDs of
 * rules.
 *
 * @param given - recipients that replace the template's
 */
export function resolveTemplate(
  template: Template,
  known: KnownRecipients,
  given?: readonly string[],
): Resolved {
  const { recipients, fields, page, options, spam } = template;
  const matched = given ? { ids: [...given], unmatched: [] } : match(recipients, known);
  const routing = resolveRouting(template, known);
  const reply = resolveReply(template, known);
  const remaining = [
    ...matched.unmatched.map(({ address, at }) =>
      left(
        "recipient_unmatched",
        `recipients.${at}`,
        `${address} isn't a confirmed recipient of this workspace. Add and confirm it, then select it for the form.`,
      ),
    ),
    ...(matched.ids.length === 0
      ? [left("no_recipients", "recipients", "No one is notified of messages. Select recipients.")]
      : []),
    ...routing.remaining,
    ...reply.remaining,
    ...findTurnedOff(template),
  ];
  const parts: FormParts = {
    fields: { ...UNSAVED_PARTS.fields, ...fields },
    page: { ...page, logoUrl: null },
    options: { ...UNSAVED_PARTS.options, ...options },
    spam: { ...UNSAVED_PARTS.spam, ...spam },
    routing: routing.routing,
    autoresponder: reply.autoresponder,
  };
  return { recipientIds: matched.ids, parts, remaining };
}

function match(addresses: readonly string[], known: KnownRecipients) {
  const found = addresses.map((address, at) => ({
    address,
    at,
    id: known.get(addressKey(address)),
  }));
  return {
    ids: [...new Set(found.flatMap(({ id }) => id ?? []))],
    unmatched: found.filter(({ id }) => id === undefined),
  };
}

/**
 * Resolves the rules' recipients to known ones. If one is unknown, routing is off until someone selects another: a rule
 * that notifies fewer people than it should, or no one, would lose messages silently.
 */
function resolveRouting({ routing: { enabled, rules } }: Template, known: KnownRecipients) {
  const resolved = rules.map(({ recipients, ...rule }, at) => {
    const { ids, unmatched } = match(recipients, known);
    const path = `routing.rules.${at}.recipients`;
    const say = (where: string, what: string) =>
      left(
        "rule_recipient_unmatched",
        where,
        `The routing rule “${rule.name}” ${what}. Routing is off until you select who it notifies. Until then, the form's recipients are notified.`,
      );
    const remaining = unmatched.map((one) =>
      say(`${path}.${one.at}`, `names ${one.address}, which isn't a confirmed recipient here`),
    );
    if (recipients.length === 0) remaining.push(say(path, "notifies no one"));
    return { rule: { id: newId(), ...rule, recipientIds: ids }, remaining };
  });
  const remaining = resolved.flatMap((one) => one.remaining);
  const isOn = enabled && remaining.length === 0;
  return { routing: { enabled: isOn, rules: resolved.map(({ rule }) => rule) }, remaining };
}

/**
 * Resolves the auto-reply. While it's off, it may have no reply-to recipient, like one whose
 * recipient was removed.
 */
function resolveReply({ autoresponder }: Template, known: KnownRecipients) {
  if (!autoresponder) return { autoresponder: null, remaining: [] };
  const { replyAddress, ...draft } = autoresponder;
  const id = replyAddress === null ? undefined : known.get(addressKey(replyAddress));
  const who =
    replyAddress === null
      ? "no address for replies"
      : `${replyAddress} for replies, which isn't a confirmed recipient here`;
  const remaining = [
    ...(id === undefined
      ? [
          left(
            "reply_address_unmatched",
            "autoresponder.replyAddress",
            `The auto-reply names ${who}. Select one.`,
          ),
        ]
      : []),
    ...(draft.enabled
      ? [
          left(
            "auto_reply_off",
            "autoresponder.enabled",
            "The auto-reply is off. It needs a connected spam check that a visitor has passed; then turn it on.",
          ),
        ]
      : []),
  ];
  return { autoresponder: { ...draft, replyRecipientId: id ?? newId() }, remaining };
}

/**
 * Returns the parts that are off or missing in the new form, because they need a secret, a check, or
 * someone's decision.
 */
function findTurnedOff({ page, webhook, destinations, leftOut }: Template): Remaining[] {
  const found: Remaining[] = [];
  const add = (...args: Parameters<typeof left>) => found.push(left(...args));
  if (page.confirmEmail)
    add(
      "confirmation_off",
      "page.confirmEmail",
      "Visitors don't have to confirm their messages by email yet. That needs a connected spam check that a visitor has passed; then turn it on.",
    );
  if (leftOut.includes("logo")) add("logo_missing", "leftOut", "Upload the logo again.");
  if (leftOut.includes("turnstile"))
    add(
      "turnstile_missing",
      "leftOut",
      "Connect a Turnstile widget, because its secret isn't in the file.",
    );
  if (webhook?.url === null)
    add(
      "webhook_missing",
      "webhook.url",
      "Add the webhook again, because its URL isn't in the file.",
    );
  else if (webhook)
    add(
      "webhook_off",
      "webhook.enabled",
      `The webhook to ${hostOf(webhook.url)} is off and has a new signing secret. Check the URL, rotate the secret to see it, and turn the webhook on.`,
    );
  for (const [at, { kind, name = kindLabel(kind), url }] of destinations.entries())
    if (url === null)
      add(
        "destination_missing",
        `destinations.${at}.url`,
        `Add the destination “${name}” (${kindLabel(kind)}) again, because its URL isn't in the file.`,
      );
    else
      add(
        "destination_off",
        `destinations.${at}.enabled`,
        `The destination “${name}” to ${hostOf(url)} is off. Check its URL, and turn it on.`,
      );
  if (leftOut.includes("webhook_headers"))
    add(
      "headers_missing",
      "leftOut",
      "Add the headers of webhooks again, because their values aren't in the file.",
    );
  if (leftOut.includes("subscriptions"))
    add(
      "subscriptions_missing",
      "leftOut",
      "Connect services like Zapier again. They add their own destinations.",
    );
  if (leftOut.includes("integrations"))
    add(
      "integrations_missing",
      "leftOut",
      "Add the routing rules, auto-reply, webhook, and destinations again. They aren't in the file, because the token that read the form didn't have the integrations:read scope.",
    );
  return found;
}

function hostOf(url: string): string {
  return new URL(url).host;
}
