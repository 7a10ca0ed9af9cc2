import { z } from "zod";
import type { ErrorDetail } from "#lib/core/errors";
import { MAX_RULES } from "#lib/core/fields/limits";
import { Id, Name, openSet, Text, Timestamp } from "#lib/core/text";
import {
  DESTINATION_KINDS,
  type DestinationKind,
  kindLabel,
} from "#lib/domain/endpoints/chats/kinds";
import { EVENT_TYPES } from "#lib/domain/endpoints/event-schema";
import { HeadersInput, WebhookHeader } from "#lib/domain/endpoints/headers-schema";
import {
  Revision,
  WebhookAttempt,
  WebhookDeliveryItem,
  WebhookWithSecret,
} from "#lib/domain/endpoints/schema";
import { readDestinationUrl } from "#lib/domain/endpoints/webhook-url";
import { Condition, ConditionInput } from "#lib/domain/forms/routing/schema";

export const MAX_DESTINATIONS = 10;

const KindInput = z.enum(DESTINATION_KINDS, {
  error: `must be one of ${DESTINATION_KINDS.join(", ")}`,
});

/** The stored form of conditions. */
export const Conditions = z
  .strictObject({
    match: z.enum(["all", "any"]).describe("Whether all rules must match, or any of them."),
    rules: z.array(Condition).describe("1–10 rules."),
  })
  .describe(
    "Which submissions it gets. Later events about a submission are sent if its first one was.",
  );
export type Conditions = z.output<typeof Conditions>;

const Content = z
  .enum(["full", "link"], { error: "must be full or link" })
  .describe("`full`, or `link` for the sender's name and a link to the message only.");
const Events = z
  .array(z.enum(EVENT_TYPES, { error: `must be one of ${EVENT_TYPES.join(", ")}` }), {
    error: "must be a list of event types",
  })
  .min(1, "must have at least one event type")
  .max(EVENT_TYPES.length, "must not repeat event types")
  .refine((types) => new Set(types).size === types.length, "must not repeat event types")
  .describe("The events it gets. Chats get `submission.created` only.");

export const Destination = z
  .strictObject({
    id: Id.describe("UUID of the destination."),
    kind: openSet(DESTINATION_KINDS).describe("What it is. Can't be changed."),
    name: z.string().describe("1–60 characters."),
    url: z
      .string()
      .describe(
        "Where messages are sent. Masked for every kind except `webhook`, because such URLs are secrets.",
      ),
    enabled: z
      .boolean()
      .describe("Whether submissions are sent to it. Test events are always sent."),
    events: z.array(openSet(EVENT_TYPES)).describe("The events it gets."),
    conditions: Conditions.nullable().describe(
      "Which submissions it gets. Null for every submission.",
    ),
    content: openSet(["full", "link"]).describe(
      "`full`, or `link` for the sender's name and a link to the message only.",
    ),
    headers: z
      .array(WebhookHeader)
      .describe(
        "Headers that every request has besides ours, with masked values. Always empty for kinds other than `webhook`.",
      ),
    source: z.string().nullable().describe("The service that created it, or null."),
    revision: z.string().describe("Changes with every update and rotation."),
    health: openSet(["unknown", "healthy", "failing", "suspended"]).describe(
      "`unknown` before the first success, `failing` after 3 failed attempts in a row. `suspended` if it's gone, or after 5 days without a success and at least 10 failures. New events are then stored as failed. A successful test or retry, or a new URL, resets it.",
    ),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  })
  .describe("Where a form's messages go besides email.");
export type Destination = z.output<typeof Destination>;

export const DestinationWithSecret = Destination.extend({
  signingSecret: WebhookWithSecret.shape.signingSecret,
}).describe("A destination with its new signing secret.");
export type DestinationWithSecret = z.output<typeof DestinationWithSecret>;

/** The result of creating a destination: only the kind `webhook` has a secret. */
export const CreatedDestination = Destination.extend({
  signingSecret: WebhookWithSecret.shape.signingSecret
    .optional()
    .describe("Only for the kind `webhook`, and shown only once."),
}).describe("The new destination.");
export type CreatedDestination = z.output<typeof CreatedDestination>;

/**
 * Reads the members that depend on a destination's kind: the normal form of its URL, and the
 * problems.
 */
export function parseForKind(
  kind: DestinationKind,
  {
    url,
    events = [],
    headers = [],
  }: { url?: string; events?: readonly string[]; headers?: readonly unknown[] },
): { url: string | undefined; problems: ErrorDetail[] } {
  const read = url === undefined ? { url } : readDestinationUrl(kind, url);
  const problems: ErrorDetail[] = [];
  if ("problem" in read) problems.push({ path: "url", message: read.problem });
  const isChat = kind !== "webhook" && kind !== "sheets";
  if (isChat && events.some((type) => type !== "submission.created"))
    problems.push({
      path: "events",
      message: `must only have submission.created for the kind ${kind}`,
    });
  if (kind !== "webhook" && headers.length > 0)
    problems.push({ path: "headers", message: `must be empty for the kind ${kind}` });
  return { url: "problem" in read ? undefined : read.url, problems };
}

const ConditionsInput = z
  .strictObject({
    match: z
      .enum(["all", "any"], { error: "must be all or any" })
      .describe("Whether all rules must match, or any of them."),
    rules: z
      .array(ConditionInput, "must be a list of rules")
      .min(1, "must have at least one rule")
      .max(MAX_RULES, `must have at most ${MAX_RULES} rules`)
      .describe("1–10 rules."),
  })
  .describe("Which submissions it gets, by the rules of routing.");

/** The members of a destination that can be changed, so all but its kind. */
export const CHANGEABLE_MEMBERS = {
  url: z
    .string("must be a string")
    .meta({ format: "uri", maxLength: 2_000 })
    .describe(
      "An HTTPS URL on port 443, at most 2,000 characters. For kinds other than `webhook`, the service's own URL. Operators can allow other hosts and ports.",
    ),
  name: Name(1, 60).describe("1–60 characters on one line, trimmed. The kind's name by default."),
  enabled: z
    .boolean("must be true or false")
    .describe("Whether submissions are sent to it. True by default."),
  events: Events,
  conditions: ConditionsInput.nullable().describe(
    "Which submissions it gets. Null, the default, for every submission.",
  ),
  content: Content,
  headers: HeadersInput,
};

export const CreateDestinationInput = z
  .strictObject({
    kind: KindInput.describe("What it is. Can't be changed later."),
    ...z.object(CHANGEABLE_MEMBERS).partial().shape,
    url: CHANGEABLE_MEMBERS.url,
    source: Name(1, 40)
      .nullable()
      .optional()
      .describe(
        "The service that creates it, like `Zapier`: 1–40 characters. A 410 from it then deletes it.",
      ),
  })
  .transform((input, issue) => {
    const { url, problems } = parseForKind(input.kind, input);
    for (const { path, message } of problems)
      issue.addIssue({ code: "custom", path: [path], message });
    if (url === undefined) return z.NEVER;
    return {
      kind: input.kind,
      url,
      name: input.name ?? kindLabel(input.kind),
      enabled: input.enabled ?? true,
      events: input.events ?? ["submission.created" as const],
      conditions: input.conditions ?? null,
      content: input.content ?? ("full" as const),
      source: input.source ?? null,
      headers: input.headers ?? [],
    };
  });
export type CreateDestinationInput = z.output<typeof CreateDestinationInput>;

export const UpdateDestinationInput = z
  .strictObject({
    ...z.object(CHANGEABLE_MEMBERS).partial().shape,
    revision: Revision.optional().describe(
      "The revision you last read, if the update must fail when it isn't current anymore.",
    ),
  })
  .refine(({ revision: _, ...changes }) => Object.keys(changes).length > 0, {
    error: "must include at least one of url, name, enabled, events, conditions, content, headers",
  });
export type UpdateDestinationInput = z.output<typeof UpdateDestinationInput>;

const OVERLAP_RANGE = "must be a whole number from 0 to 72";

export const RotateDestinationSecretInput = z.strictObject({
  overlapHours: z
    .int(OVERLAP_RANGE)
    .min(0, OVERLAP_RANGE)
    .max(72, OVERLAP_RANGE)
    .default(0)
    .describe("How long the old secret signs too. 0 by default."),
});
export type RotateDestinationSecretInput = z.output<typeof RotateDestinationSecretInput>;

export const ListDestinationsQuery = z.object({
  kind: KindInput.optional().describe("Only destinations of this kind."),
  source: Text(1, 40).optional().describe("Only destinations created by this service."),
  // The URL in its normal form, which is ASCII, or masked with an ellipsis, as it's returned.
  url: z
    .string("must be a string")
    .regex(/^[\x21-\x7e…]{1,2000}$/, "must be a URL of at most 2,000 characters")
    .optional()
    .describe("Only the destinations of the kind `webhook` with exactly this URL."),
});
export type ListDestinationsQuery = z.output<typeof ListDestinationsQuery>;

export const DestinationDelivery = WebhookDeliveryItem.extend({
  payload: z.looseObject({}).describe("What was sent: an event, or a chat message."),
  attempts: z.array(WebhookAttempt).describe("Oldest first."),
}).describe("A delivery with what was sent and its attempts.");
export type DestinationDelivery = z.output<typeof DestinationDelivery>;
