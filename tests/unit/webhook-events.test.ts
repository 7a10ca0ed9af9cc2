import { expect, test } from "vitest";
import type { FieldPairs } from "#lib/core/fields/fields";
import { findSender } from "#lib/core/fields/sender";
import { newId } from "#lib/core/ids";
import { WebhookEvent } from "#lib/domain/endpoints/event-schema";
import { makeSubmissionEvent, makeTestEvent } from "#lib/domain/endpoints/events";
import { planWebhookEvent } from "#lib/domain/endpoints/plan-events";
import { StoredFields } from "#lib/domain/forms/fields/schema";

const receivedAt = new Date("2026-11-21T10:00:00.123Z");
const attachment = {
  id: newId(),
  field: "cv",
  filename: "cv.pdf",
  contentType: "application/pdf",
  size: 1234,
  expiresAt: receivedAt.getTime() + 86_400_000,
};
const fields: FieldPairs = [
  ["name", 'Ada \u2028 "A"'],
  ["topic", ["Ä", "日本"]],
  ["constructor", "x"],
];
const submission = {
  id: newId(),
  formId: newId(),
  formName: "Contact",
  receivedAt,
  fields,
  sender: findSender(fields, []),
  context: null,
  known: [],
  attachments: [attachment],
};
const webhook = {
  id: newId(),
  kind: "webhook" as const,
  enabled: true,
  revision: newId(),
  health: "healthy" as const,
  events: ["submission.created" as const],
  conditions: null,
  content: "full" as const,
};

test("a submission event has exactly the documented properties", () => {
  const eventId = newId();
  const event = JSON.parse(makeSubmissionEvent(eventId, submission));
  expect(WebhookEvent.parse(event)).toEqual(event);
  expect(Object.keys(event)).toEqual(["id", "type", "timestamp", "data"]);
  const { id, formId, formName } = submission;
  expect(event).toMatchObject({
    id: eventId,
    type: "submission.created",
    timestamp: "2026-11-21T10:00:00.123Z",
    data: {
      submission: {
        id,
        formId,
        formName,
        receivedAt: receivedAt.getTime(),
        attachments: [attachment],
      },
    },
  });
  expect(Object.entries(event.data.submission.fields)).toEqual(fields);
  expect(Object.keys(event.data.submission)).toHaveLength(7);
});

test("an event never contains the URL of a file", () => {
  const carried = { ...attachment, url: "https://example.com/cv.pdf", objectId: newId() };
  const body = makeSubmissionEvent(newId(), { ...submission, attachments: [carried] });
  expect(body).not.toContain("https://");
  expect(body).not.toContain(carried.objectId);
});

test("a test event has the type webhook.test", () => {
  const [eventId, formId] = [newId(), newId()];
  const event = JSON.parse(makeTestEvent(eventId, formId, receivedAt));
  expect(WebhookEvent.parse(event)).toEqual(event);
  expect(event).toEqual({
    id: eventId,
    type: "webhook.test",
    timestamp: "2026-11-21T10:00:00.123Z",
    data: { formId, message: expect.any(String) },
  });
});

test("an accepted submission creates one event with the webhook's revision", () => {
  const planned = planWebhookEvent(webhook, submission);
  expect(planned).toMatchObject({
    webhookId: webhook.id,
    revision: webhook.revision,
    isSuspended: false,
  });
  expect(JSON.parse(planned?.body ?? "").id).toBe(planned?.dedupeKey);
  const other = planWebhookEvent(webhook, submission);
  const ids = [planned, other].flatMap((one) => [one?.id, one?.dedupeKey]);
  expect(new Set(ids).size).toBe(4);
});

test.each(["webhook", "sheets", "slack", "discord", "teams", "telegram"] as const)(
  "a destination of the kind %s that gets a link alone learns the sender's name, and nothing about other fields and files",
  (kind) => {
    const body = planWebhookEvent({ ...webhook, kind, content: "link" }, submission)?.body ?? "";
    expect(body).toContain(submission.id);
    expect(body).toContain("Ada");
    for (const secret of ["日本", "topic", attachment.filename, "1234", attachment.id])
      expect(body).not.toContain(secret);
  },
);

test("a chat shows fields in the form's order, under their labels, with options and dates as people read them", () => {
  const known = StoredFields.parse([
    { name: "day", type: "date", label: "Day" },
    { name: "topic", type: "choices", label: "Topics", options: [{ value: "Ä", label: "Äpfel" }] },
  ]);
  const given: FieldPairs = [
    ["topic", ["Ä", "other"]],
    ["day", "2026-11-21"],
    ["extra", "x"],
  ];
  const shown = { ...submission, known, fields: given, attachments: [] };
  const planned = planWebhookEvent({ ...webhook, kind: "discord" }, shown);
  const { embeds } = JSON.parse(planned?.body ?? "");
  const texts = embeds[0].fields.map(({ name, value }: Record<string, string>) => [name, value]);
  expect(texts).toEqual([
    ["Day", "21 November 2026"],
    ["Topics", "Äpfel\\, other"],
    ["extra", "x"],
  ]);
});

test("no event is created for a disabled webhook", () => {
  expect(planWebhookEvent({ ...webhook, enabled: false }, submission)).toBeNull();
});

test("an event for a suspended endpoint isn't queued", () => {
  const planFor = (health: "failing" | "suspended") =>
    planWebhookEvent({ ...webhook, health }, submission)?.isSuspended;
  expect(planFor("suspended")).toBe(true);
  expect(planFor("failing")).toBe(false);
});
