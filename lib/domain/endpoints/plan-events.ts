import type { z } from "zod";
import { hasContent, toPlainBlock } from "#lib/core/characters";
import { contextFields } from "#lib/core/fields/message-context";
import { findPhone, isSenderName, withSender } from "#lib/core/fields/sender";
import { newId } from "#lib/core/ids";
import { settings } from "#lib/core/settings/settings";
import type { ChatMessage } from "#lib/domain/endpoints/chats/chat-message";
import { formatChat } from "#lib/domain/endpoints/chats/format-chat";
import type { DestinationKind } from "#lib/domain/endpoints/chats/kinds";
import { Destination } from "#lib/domain/endpoints/destination-schema";
import {
  makeSubmissionEvent,
  makeTestEvent,
  type SubmissionOfEvent,
} from "#lib/domain/endpoints/events";
import { showFields } from "#lib/domain/forms/fields/shown-fields";
import { meetsConditions } from "#lib/domain/forms/routing/rules";

/** The columns of an endpoint, the form's webhook or a destination, that planning reads. */
export const EventEndpoint = Destination.pick({
  id: true,
  kind: true,
  enabled: true,
  revision: true,
  health: true,
  events: true,
  conditions: true,
  content: true,
}).strip();
export type EventEndpoint = z.output<typeof EventEndpoint>;

/** Returns whether an endpoint gets the event of a submission. */
export function isWanted(
  { enabled, events, conditions }: EventEndpoint,
  { fields, sender, context }: Pick<SubmissionOfEvent, "fields" | "sender" | "context">,
): boolean {
  if (!enabled || !events.includes("submission.created")) return false;
  if (conditions === null) return true;
  return meetsConditions(conditions, [...withSender(fields, sender), ...contextFields(context)]);
}

/**
 * Plans the event of an accepted submission for an endpoint; null if it gets none. Don't call it for
 * spam. For a suspended endpoint, the event is stored as failed, for a manual retry. Pure except for
 * new IDs.
 */
export function planWebhookEvent(endpoint: EventEndpoint, submission: SubmissionOfEvent) {
  if (!isWanted(endpoint, submission)) return null;
  const dedupeKey = newId();
  return {
    id: newId(),
    webhookId: endpoint.id,
    revision: endpoint.revision,
    /** The event's ID. */
    dedupeKey,
    isSuspended: endpoint.health === "suspended",
    body: makeEventBody(endpoint, dedupeKey, submission),
  };
}

type Format = Pick<EventEndpoint, "kind" | "content">;

/** Makes the body of `submission.created` in the format of an endpoint's kind. */
export function makeEventBody(
  { kind, content }: Format,
  eventId: string,
  submission: SubmissionOfEvent,
): string {
  const url = linkTo(submission.id);
  if (kind !== "webhook" && kind !== "sheets")
    return formatChat(kind, toChatMessage(submission, content, url));
  if (content === "full") return makeSubmissionEvent(eventId, submission);
  const { name } = submission.sender;
  const fields = name === null ? [] : ([["name", name]] satisfies SubmissionOfEvent["fields"]);
  return makeSubmissionEvent(eventId, {
    ...submission,
    fields,
    context: null,
    attachments: [],
    url,
  });
}

const linkTo = (submissionId: string) => `${settings().baseUrl}/inbox/${submissionId}`;

/** A longer name may be cut in the sentence that contains it. */
const MAX_NAME = 100;

/** Returns whether a field is the sender's name, which a chat message begins with. */
function isShownName(field: string, value: string | string[], name: string | null): boolean {
  return value === name && value.length <= MAX_NAME && isSenderName(field);
}

function toChatMessage(
  { formName, fields, sender, known, attachments }: SubmissionOfEvent,
  content: Format["content"],
  url: string,
): ChatMessage {
  const title = toPlainBlock(formName);
  const link = { label: "Open message", url };
  const { name } = sender;
  // A link alone names the sender, but never tells how to reach them.
  const who = content === "link" ? name : (name ?? sender.email ?? findPhone(fields, known));
  const text = who === null ? "New message" : `New message from ${toPlainBlock(who)}`;
  if (content === "link") return { title, text, fields: [], link };
  const others = fields.filter(([field, value]) => !isShownName(field, value, name));
  const values = showFields(others, known).map(({ label, values: given }) => ({
    label,
    value: given.join(", "),
  }));
  const files = attachments.map(({ filename }) => filename).join("\n");
  const shown = files === "" ? values : [...values, { label: "Files", value: files }];
  return {
    title,
    text,
    fields: shown
      .filter(({ value }) => hasContent(value))
      .map(({ label, value }) => ({
        label: toPlainBlock(label).trim() || "(no name)",
        value: toPlainBlock(value).trim(),
      })),
    link,
  };
}

/** Makes the body of a test in the format of an endpoint's kind. */
export function makeTestBody(
  kind: DestinationKind,
  eventId: string,
  form: { id: string; name: string },
  now: Date,
): string {
  if (kind === "webhook" || kind === "sheets") return makeTestEvent(eventId, form.id, now);
  return formatChat(kind, {
    title: toPlainBlock(form.name),
    text: "This is a test. No one submitted this form.",
    fields: [],
    link: { label: "Open form", url: `${settings().baseUrl}/forms/${form.id}` },
  });
}
