import { z } from "zod";
import { isNeverStored, NEVER_STORED_PATTERN } from "#lib/core/fields/control-fields";
import { SubmittedFields } from "#lib/core/fields/fields";
import { MAX_RULES } from "#lib/core/fields/limits";
import { GivenRevision, Revision } from "#lib/core/revision";
import { Id, Name, NOT_BLANK_PATTERN, STORABLE_PATTERN, Text } from "#lib/core/text";
import { RecipientIds } from "#lib/domain/recipients/schema";

const MAX_RULE_CHARACTERS = 200;

const Operator = z
  .enum(["equals", "contains", "present"], { error: "must be equals, contains, or present" })
  .describe(
    "How to compare the field. Ignores case and surrounding spaces. `i`, `ı`, `İ`, and `I` match each other.",
  );

/** The stored condition of a rule. */
export const Condition = z.strictObject({
  field: z.string().describe("Exact name of the field to compare."),
  operator: Operator,
  value: z.string().nullable().describe("The value to compare with. Ignored by `present`."),
});
export type Condition = z.output<typeof Condition>;

export const RoutingRule = z
  .strictObject({
    id: Id.describe("UUID of the rule."),
    name: z.string().describe("1–60 characters."),
    ...Condition.shape,
    recipientIds: z.array(Id).describe("Who is notified if this is the first matching rule."),
  })
  .describe("A routing rule. The first matching rule applies.");
export type RoutingRule = z.output<typeof RoutingRule>;

const enabled = z
  .boolean("must be true or false")
  .describe("If false, the form's default recipients are notified and rules are ignored.");

export const Routing = z
  .strictObject({
    revision: Revision,
    enabled,
    rules: z.array(RoutingRule).describe("In the order they're evaluated."),
  })
  .describe("Rules that pick who is notified of a submission, based on its fields.");
export type Routing = z.output<typeof Routing>;

const condition = {
  field: Text(1, 100)
    .refine((name) => !isNeverStored(name), "must not be a reserved name")
    .meta({
      description:
        "Name of a submitted field. Must not be a reserved name or the honeypot. `$page`, `$title`, `$referrer`, and `$utm.source` to `$utm.content` are where the message was written.",
      not: { pattern: NEVER_STORED_PATTERN },
    }),
  operator: Operator,
  value: z
    .string("must be a string or null")
    .meta({ pattern: STORABLE_PATTERN })
    .nullable()
    .default(null)
    .describe("1–200 characters, not only spaces. Optional for `present`, which ignores it."),
};

function requireValue(
  rule: { operator: z.output<typeof Operator>; value: string | null },
  issue: z.RefinementCtx,
): void {
  if (rule.operator === "present") return;
  const fits = Text(1, MAX_RULE_CHARACTERS).safeParse(rule.value);
  if (fits.success && fits.data.trim() !== "") return;
  issue.addIssue({
    code: "custom",
    path: ["value"],
    message: `must be 1 to ${MAX_RULE_CHARACTERS} characters, not only spaces`,
  });
}

/** {@link requireValue} in JSON Schema. Linters require `unevaluatedProperties`. */
export const VALUE_REQUIRED = {
  if: {
    properties: { operator: { enum: ["equals", "contains"] } },
    unevaluatedProperties: true,
  },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  then: {
    properties: {
      value: {
        type: "string",
        minLength: 1,
        maxLength: MAX_RULE_CHARACTERS,
        pattern: NOT_BLANK_PATTERN,
      },
    },
    required: ["value"],
    unevaluatedProperties: true,
  },
};

/** A rule's condition alone, as destinations use it. */
export const ConditionInput = z
  .strictObject(condition)
  .superRefine(requireValue)
  .meta({
    description: "A condition. `equals` and `contains` require a `value`.",
    ...VALUE_REQUIRED,
  });

const RuleInput = z
  .strictObject({
    id: Id.describe("A UUID you generate, unique among the rules."),
    name: Name(1, 60).describe("1–60 characters on one line, trimmed."),
    ...condition,
    recipientIds: RecipientIds(1).describe("1–5 distinct verified recipients."),
  })
  .superRefine(requireValue)
  .meta({
    description: "A routing rule. `equals` and `contains` require a `value`.",
    ...VALUE_REQUIRED,
  });

const rules = z
  .array(RuleInput, "must be a list of rules")
  .max(MAX_RULES, `must have at most ${MAX_RULES} rules`)
  .superRefine((given, issue) => {
    const seen = new Set<string>();
    for (const [index, { id }] of given.entries()) {
      if (seen.has(id))
        issue.addIssue({
          code: "custom",
          path: [index, "id"],
          message: "must be unique among the rules",
        });
      seen.add(id);
    }
  })
  .describe("Up to 10 rules, in the order they're evaluated.");

export const SaveRoutingInput = z.strictObject({
  revision: GivenRevision,
  enabled,
  rules,
});
export type SaveRoutingInput = z.output<typeof SaveRoutingInput>;

export const PreviewRoutingInput = z.strictObject({
  config: z.strictObject({ enabled, rules }).describe("The rules to test, without a revision."),
  fields: SubmittedFields,
});
export type PreviewRoutingInput = z.output<typeof PreviewRoutingInput>;

/** A draft to test on the latest submissions; session only, not part of `/v1`. */
export const ReplayRoutingInput = PreviewRoutingInput.omit({ fields: true });
export type ReplayRoutingInput = z.output<typeof ReplayRoutingInput>;
