import { z } from "zod";
import { EmailAddress, Name, OneLine, Text } from "#lib/core/text";
import { SaveAutoresponderInput } from "#lib/domain/emails/auto-reply/schema";
import {
  CHANGEABLE_MEMBERS,
  ListDestinationsQuery,
  MAX_DESTINATIONS,
} from "#lib/domain/endpoints/destination-schema";
import { SaveFieldsInput } from "#lib/domain/forms/fields/schema";
import { UPLOAD_TYPE_NAMES } from "#lib/domain/forms/file-rules";
import { inOrder, OptionsInput } from "#lib/domain/forms/options/options-schema";
import { SavePageInput } from "#lib/domain/forms/page/page-schema";
import { ConditionInput, VALUE_REQUIRED } from "#lib/domain/forms/routing/schema";
import { CreateFormInput, FormSettingsInput, SaveFormInput } from "#lib/domain/forms/schema";
import { SaveSpamFilterInput } from "#lib/domain/forms/spam/filter-schema";
import { MAX_BLOCKED_WORDS, MAX_WORD_CHARACTERS } from "#lib/domain/forms/spam/schema";
import { readGenerously } from "#lib/domain/templates/read-generously";
import { findTemplateProblems } from "#lib/domain/templates/template-problems";
import { TEMPLATE_VERSION, TEXTS } from "#lib/domain/templates/template-schema";

const addresses = (text: string) =>
  z
    .array(EmailAddress, "must be a list of email addresses")
    .max(5, "must have at most 5 addresses")
    .default([])
    .describe(text);

const boolean = z.boolean("must be true or false").default(true);

const RuleInput = ConditionInput.safeExtend({
  name: Name(1, 60).describe("1–60 characters on one line, trimmed."),
  recipients: addresses(TEXTS.ruleRecipients),
}).meta({
  description: "A routing rule, with addresses. `equals` and `contains` require a `value`.",
  ...VALUE_REQUIRED,
});

const url = CHANGEABLE_MEMBERS.url.nullable().default(null).describe(TEXTS.url);

const DestinationInput = z
  .strictObject({
    kind: ListDestinationsQuery.shape.kind.unwrap().describe("What it is."),
    name: CHANGEABLE_MEMBERS.name.optional(),
    url,
    enabled: boolean.describe("It's created turned off, whatever this is."),
    events: CHANGEABLE_MEMBERS.events.default(["submission.created"]),
    conditions: CHANGEABLE_MEMBERS.conditions.default(null),
    content: CHANGEABLE_MEMBERS.content.default("full"),
  })
  .describe("A destination. Created only if it has a URL.");

/** A template as it's stored, and as `leftOut` may be in a later version. */
const Template = z
  .strictObject({
    version: z.literal(TEMPLATE_VERSION, `must be ${TEMPLATE_VERSION}`).describe(TEXTS.version),
    name: Name(1, 80).describe(TEXTS.name),
    recipients: addresses(TEXTS.recipients),
    settings: FormSettingsInput.default({}),
    uploadTypes: z
      .array(z.enum(UPLOAD_TYPE_NAMES))
      .min(1, "must include at least one type")
      .max(UPLOAD_TYPE_NAMES.length, "must not repeat types")
      .default(UPLOAD_TYPE_NAMES)
      .describe(TEXTS.uploadTypes),
    blockedWords: z
      .array(OneLine(2, MAX_WORD_CHARACTERS), "must be a list of words")
      .max(MAX_BLOCKED_WORDS, `must have at most ${MAX_BLOCKED_WORDS} words`)
      .default([])
      .describe(TEXTS.blockedWords),
    spamRetentionDays: SaveFormInput.shape.spamRetentionDays
      .unwrap()
      .default(null)
      .describe(TEXTS.spamRetentionDays),
    fields: SaveFieldsInput.omit({ revision: true })
      .partial({ fields: true })
      .prefault({})
      .describe(TEXTS.fields),
    page: SavePageInput.omit({ revision: true, logoUrl: true }).prefault({}).describe(TEXTS.page),
    options: inOrder(z.strictObject(OptionsInput.shape).partial())
      .default({})
      .describe(TEXTS.options),
    spam: SaveSpamFilterInput.omit({ revision: true }).partial().default({}).describe(TEXTS.spam),
    routing: z
      .strictObject({
        enabled: boolean.describe("Whether the rules apply."),
        rules: z
          .array(RuleInput, "must be a list of rules")
          .max(10, "must have at most 10 rules")
          .default([])
          .describe("Up to 10 rules, in the order they're evaluated."),
      })
      .prefault({ enabled: false })
      .describe(TEXTS.routing),
    autoresponder: SaveAutoresponderInput.omit({ revision: true, replyRecipientId: true })
      .extend({ replyAddress: EmailAddress.nullable().default(null).describe(TEXTS.replyAddress) })
      .nullable()
      .default(null)
      .describe(TEXTS.autoresponder),
    webhook: z
      .strictObject({
        url,
        enabled: boolean.describe("It's created turned off, whatever this is."),
      })
      .nullable()
      .default(null)
      .describe(TEXTS.webhook),
    destinations: z
      .array(DestinationInput, "must be a list of destinations")
      .max(MAX_DESTINATIONS, `must have at most ${MAX_DESTINATIONS} destinations`)
      .default([])
      .describe(TEXTS.destinations),
    leftOut: z
      .array(Text(0, 100), "must be a list")
      .max(100, "must have at most 100 items")
      .default([])
      .describe(TEXTS.leftOut),
  })
  .superRefine((template, issue) => {
    for (const { path, message } of findTemplateProblems(template))
      issue.addIssue({ code: "custom", path, message });
  });
export type Template = z.output<typeof Template>;

function versionOf(value: unknown): unknown {
  return typeof value === "object" && value !== null && "version" in value ? value.version : null;
}

const read = readGenerously(Template);

/**
 * A template in a request. Its problems are reported like those of any body; members that this release doesn't know are
 * ignored. If its version is newer, only that is reported, because the other problems would follow from it.
 */
export const TemplateInput = z
  .preprocess((value, issue) => {
    const version = versionOf(value);
    if (typeof version !== "number" || version <= TEMPLATE_VERSION) return read(value, issue);
    issue.addIssue({
      code: "custom",
      path: ["version"],
      message: `is ${version}, and this server only reads up to ${TEMPLATE_VERSION}. Update it, or download the file from an older one`,
    });
    return z.NEVER;
  }, Template)
  .describe(
    "A form as `GET /v1/forms/{formId}/template` returns it. Only `version` and `name` are required, and unknown members are ignored.",
  );

const hasBody = ({ value }: { value: unknown }) => typeof value === "object" && value !== null;
const required = (name: "name" | "recipientIds") => ({
  path: [name],
  message: "is required",
  when: hasBody,
});

/** A form from scratch, or from a template; a name and recipients beside a template replace its own. */
export const CreateFormBody = CreateFormInput.partial()
  .extend({ template: TemplateInput.optional() })
  .refine(({ name, template }) => name !== undefined || template !== undefined, required("name"))
  .refine(
    ({ recipientIds, template }) => recipientIds !== undefined || template !== undefined,
    required("recipientIds"),
  )
  .refine(({ settings, template }) => settings === undefined || template === undefined, {
    path: ["settings"],
    message: "must be in the template",
  })
  .meta({
    description:
      "Without a `template`, `name` and `recipientIds` are required. With one, they replace the template's, and `settings` must be in the template.",
    if: { properties: { template: false }, unevaluatedProperties: true },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: {
      properties: { name: { type: "string" }, recipientIds: { type: "array", items: {} } },
      required: ["name", "recipientIds"],
      unevaluatedProperties: true,
    },
  });
export type CreateFormBody = z.output<typeof CreateFormBody>;
