import { newId } from "#lib/core/ids";
import { db } from "#lib/db/database";
import type { DestinationKind } from "#lib/destinations/kinds";
import type { Form } from "#lib/forms/schema";
import { CreateDestinationInput, type CreatedDestination } from "#lib/webhooks/destination-schema";
import { makeSubmissionEvent } from "#lib/webhooks/events";
import { createDestination } from "#lib/webhooks/save-destination";
import { contextAt, createForm, type Workspace } from "#tests/support/factories/factories";
import { createSubmission } from "#tests/support/factories/message-factories";

/** A URL of each kind of destination. Its last four characters are shown. */
export const DESTINATION_URLS: Readonly<Record<DestinationKind, string>> = {
  webhook: "https://hooks.example.com/catch",
  slack: "https://hooks.slack.com/services/T0001/B0001/secretSlackPart1234",
  discord: "https://discord.com/api/webhooks/1234567890/secret-discord_part1234",
  teams:
    "https://prod-07.westeurope.logic.azure.com/workflows/ab12/triggers/manual/paths/invoke?api-version=2016-06-01&sig=secretTeamsPart1234",
  telegram: "https://api.telegram.org/bot12345:secretTelegramPart/sendMessage?chat_id=-1001234",
  sheets: "https://script.google.com/macros/s/secretSheetsPart1234/exec",
};

/** A destination of a form from createDestination. */
export function addDestination(
  workspace: Workspace,
  form: Pick<Form, "id">,
  input: { kind: DestinationKind; now?: Date; [name: string]: unknown },
): Promise<CreatedDestination> {
  const { now = new Date(), ...body } = input;
  const parsed = CreateDestinationInput.parse({ url: DESTINATION_URLS[body.kind], ...body });
  return createDestination(contextAt(workspace, now), form.id, parsed);
}

/** A webhook destination with one delivery, which failed two minutes ago. */
export async function createDestinationDelivery(workspace: Workspace) {
  const form = await createForm(workspace);
  const destination = await addDestination(workspace, form, { kind: "webhook" });
  const submission = await createSubmission(workspace, form);
  const [deliveryId, eventId] = [newId(), newId()];
  const createdAt = new Date(Date.now() - 120_000);
  await db().delivery.create({
    data: {
      id: deliveryId,
      workspaceId: workspace.id,
      webhookId: destination.id,
      revision: destination.revision,
      channel: "webhook",
      dedupeKey: eventId,
      kind: "submission.created",
      submissionId: submission.id,
      status: "failed",
      failureReason: "attempts_exhausted",
      body: makeSubmissionEvent(eventId, {
        ...submission,
        formId: form.id,
        formName: form.name,
        fields: [["message", "Hello"]],
        known: [],
        attachments: [],
      }),
      createdAt,
      concurrencyKey: destination.id,
    },
  });
  return { form, destination, submission, deliveryId, eventId };
}
