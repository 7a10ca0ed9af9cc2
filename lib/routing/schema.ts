import { z } from "zod";
import { isReservedName, SubmittedFields } from "#lib/core/fields";
import { Id, Text, TrimmedText } from "#lib/core/text";
import { RecipientIds } from "#lib/recipients/schema";

const MAX_VALUE_CHARACTERS = 200;

const Operator = z
  .enum(["equals", "contains", "present"], { error: "must be equals, contains or present" })
  .describe(
    "How the field is tested. Case and surrounding spaces don't matter; `i`, `ı`, `İ` and `I` match each other.",
  );

export const RoutingRule = z
  .strictObject({
    id: Id.describe("UUID of the rule."),
    name: z.string().describe("1-60 characters."),
    field: z.string().describe("Name of the submitted field that is tested, exactly."),
    operator: Operator,
    value: z.string().nullable().describe("What is looked for; ignored by `present`."),
    recipientIds: z.array(Id).describe("Who is told when this rule is the first that matches."),
  })
  .describe("One rule; the first that matches wins.");
export type RoutingRule = z.output<typeof RoutingRule>;

export const Routing = z
  .strictObject({
    revision: z
      .string()
      .nullable()
      .describe("New at every save, to be sent with the next one; null until the first."),
    enabled: z
      .boolean()
      .describe("false: the form's own recipients are told, whatever the rules say."),
    rules: z.array(RoutingRule).describe("In the order in which they are tried."),
  })
  .describe("Who is told of a message instead of the form's own recipients, by what it says.");
export type Routing = z.output<typeof Routing>;

const RuleInput = z
  .strictObject({
    id: Id.describe("A UUID of your own, unique among the rules."),
    name: TrimmedText(1, 60).describe("1-60 characters, trimmed."),
    field: Text(1, 100)
      .refine((name) => !isReservedName(name), "must not be a name that the service reserves")
      .describe("Name of a submitted field; no reserved control and not the honeypot."),
    operator: Operator,
    value: z
      .string("must be text or null")
      .nullable()
      .default(null)
      .describe("1-200 characters, not only spaces; may be left out for `present`."),
    recipientIds: RecipientIds(1).describe("1-5 distinct verified recipients."),
  })
  .superRefine((rule, issue) => {
    if (rule.operator === "present") return;
    const fits = Text(1, MAX_VALUE_CHARACTERS).safeParse(rule.value);
    if (fits.success && fits.data.trim() !== "") return;
    issue.addIssue({
      code: "custom",
      path: ["value"],
      message: `must have 1 to ${MAX_VALUE_CHARACTERS} characters and not only spaces`,
    });
  });

const rules = z
  .array(RuleInput, "must be a list of rules")
  .max(10, "must have at most 10 rules")
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
  .describe("Up to 10 rules in the order in which they are tried.");

const enabled = z
  .boolean("must be true or false")
  .describe("false: the form's own recipients are told, whatever the rules say.");

export const SaveRoutingInput = z.strictObject({
  revision: z
    .string("must be text or null")
    .nullable()
    .describe("null on the first save; later the revision of the latest read."),
  enabled,
  rules,
});
export type SaveRoutingInput = z.output<typeof SaveRoutingInput>;

export const PreviewRoutingInput = z.strictObject({
  config: z.strictObject({ enabled, rules }).describe("The rules to try, without a revision."),
  fields: SubmittedFields,
});
export type PreviewRoutingInput = z.output<typeof PreviewRoutingInput>;

/** A draft to be tried on the latest messages; session only, no part of `/v1`. */
export const ReplayRoutingInput = PreviewRoutingInput.omit({ fields: true });
export type ReplayRoutingInput = z.output<typeof ReplayRoutingInput>;
