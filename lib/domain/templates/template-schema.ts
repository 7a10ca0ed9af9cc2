import { z } from "zod";
import { openSet } from "#lib/core/text";
import { SaveAutoresponderInput } from "#lib/domain/emails/auto-reply/schema";
import { DESTINATION_KINDS } from "#lib/domain/endpoints/chats/kinds";
import { Destination } from "#lib/domain/endpoints/destination-schema";
import { FormFields } from "#lib/domain/forms/fields/schema";
import { UPLOAD_TYPE_NAMES } from "#lib/domain/forms/file-rules";
import { Options } from "#lib/domain/forms/options/options-schema";
import { FormPage } from "#lib/domain/forms/page/page-schema";
import { RoutingRule } from "#lib/domain/forms/routing/schema";
import { Form, FormSettings } from "#lib/domain/forms/schema";
import { SpamFilter } from "#lib/domain/forms/spam/filter-schema";

/** The version that this release writes, and the newest one that it reads. */
export const TEMPLATE_VERSION = 1;

/** The maximum number of bytes of a template as JSON. A form with full lists needs about half of that. */
export const MAX_TEMPLATE_BYTES = 512 * 1024;

/** Parts that a form may have, but its template never does. */
export const LEFT_OUT = [
  "logo",
  "turnstile",
  "webhook_url",
  "destination_urls",
  "webhook_headers",
  "subscriptions",
  "recipients",
  "integrations",
] as const;

/** Tasks that may be needed before a form from a template works like the original. */
export const REMAINING = [
  "no_recipients",
  "recipient_unmatched",
  "rule_recipient_unmatched",
  "reply_address_unmatched",
  "auto_reply_off",
  "confirmation_off",
  "logo_missing",
  "turnstile_missing",
  "webhook_off",
  "webhook_missing",
  "destination_off",
  "destination_missing",
  "headers_missing",
  "subscriptions_missing",
  "integrations_missing",
] as const;

export const TEXTS = {
  version: "Version of the format: 1. A newer one is rejected.",
  name: "Name of the form, 1–80 characters.",
  recipients: "Up to 5 addresses that are notified by default.",
  uploadTypes: "Types of files that the form accepts.",
  blockedWords: "Up to 100 words and phrases. Messages that contain one go to spam.",
  spamRetentionDays: "How many days to keep spam, 1–365. Null keeps it until it's deleted.",
  fields: "The fields that the form knows.",
  page: "Text and appearance of the hosted page, without its logo.",
  options: "When the form is open, and what happens to its submissions.",
  spam: "How the content of messages is judged.",
  routing: "Rules that pick who is notified.",
  ruleRecipients: "Addresses that are notified if this is the first matching rule.",
  autoresponder: "The auto-reply, or null without one.",
  replyAddress: "The address that receives visitors' replies, or null if it's unknown.",
  webhook: "The form's webhook, without its signing secret. Null without one.",
  destinations: "Up to 10 places where messages go besides email.",
  url: "Null if it was left out, because it's a secret or could contain one.",
  leftOut: "What the form has and the template doesn't. Ignored when a form is created.",
} as const;

const TemplateRule = RoutingRule.omit({ id: true, recipientIds: true }).extend({
  recipients: z.array(z.string()).describe(TEXTS.ruleRecipients),
});

const TemplateDestination = Destination.pick({
  name: true,
  enabled: true,
  events: true,
  conditions: true,
  content: true,
}).extend({
  kind: openSet(DESTINATION_KINDS).describe("What it is."),
  url: z.string().nullable().describe(TEXTS.url),
});

export const FormTemplate = z
  .strictObject({
    version: z.literal(TEMPLATE_VERSION).describe(TEXTS.version),
    name: z.string().describe(TEXTS.name),
    recipients: z.array(z.string()).describe(TEXTS.recipients),
    settings: FormSettings,
    uploadTypes: z.array(z.enum(UPLOAD_TYPE_NAMES)).describe(TEXTS.uploadTypes),
    blockedWords: z.array(z.string()).describe(TEXTS.blockedWords),
    spamRetentionDays: z.int().nullable().describe(TEXTS.spamRetentionDays),
    fields: FormFields.omit({ revision: true }).describe(TEXTS.fields),
    page: FormPage.omit({ revision: true, logoUrl: true }).describe(TEXTS.page),
    options: Options.omit({ revision: true }).describe(TEXTS.options),
    spam: SpamFilter.omit({ revision: true }).describe(TEXTS.spam),
    routing: z
      .strictObject({
        enabled: z.boolean().describe("Whether the rules apply."),
        rules: z.array(TemplateRule).describe("In the order they're evaluated."),
      })
      .describe(TEXTS.routing),
    autoresponder: SaveAutoresponderInput.omit({ revision: true, replyRecipientId: true })
      .extend({ replyAddress: z.string().nullable().describe(TEXTS.replyAddress) })
      .nullable()
      .describe(TEXTS.autoresponder),
    webhook: z
      .strictObject({
        url: z.string().nullable().describe(TEXTS.url),
        enabled: z.boolean().describe("Whether submissions trigger events."),
      })
      .nullable()
      .describe(TEXTS.webhook),
    destinations: z.array(TemplateDestination).describe(TEXTS.destinations),
    leftOut: z.array(openSet(LEFT_OUT)).describe(TEXTS.leftOut),
  })
  .describe("A form as a file, without secrets, IDs, and messages.");
export type FormTemplate = z.output<typeof FormTemplate>;

const Remaining = z
  .strictObject({
    code: openSet(REMAINING).describe("What it is about."),
    path: z.string().describe("Where it is in the template, such as `recipients.0`."),
    message: z.string().describe("Human-readable message, with what to do."),
  })
  .describe("Something that a form from a template needs before it works as the original did.");
export type Remaining = z.output<typeof Remaining>;

export const CreatedForm = Form.extend({
  remaining: z
    .array(Remaining)
    .optional()
    .describe("Only for a form from a template: what's left to do."),
}).describe("The new form.");
export type CreatedForm = z.output<typeof CreatedForm>;
