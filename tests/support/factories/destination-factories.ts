import type { DestinationKind } from "#lib/domain/endpoints/chats/kinds";
import {
  CreateDestinationInput,
  type CreatedDestination,
} from "#lib/domain/endpoints/destination-schema";
import { createDestination } from "#lib/domain/endpoints/save-destination";
import type { Webhook } from "#lib/domain/endpoints/schema";
import type { Form } from "#lib/domain/forms/schema";
import { contextAt, createForm, type Workspace } from "#tests/support/factories/factories";
import { createWebhookDelivery } from "#tests/support/factories/integration-factories";
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

/** A form with a webhook or destination and one delivery to it, which failed two minutes ago. */
export async function createFailedDelivery<Connected extends Pick<Webhook, "id" | "revision">>(
  workspace: Workspace,
  connect: (workspace: Workspace, form: Form) => Promise<Connected>,
) {
  const form = await createForm(workspace);
  const destination = await connect(workspace, form);
  const submission = await createSubmission(workspace, form);
  const { id: deliveryId, eventId } = await createWebhookDelivery(workspace, form, destination, {
    submission,
    status: "failed",
    failureReason: "attempts_exhausted",
    createdAt: new Date(Date.now() - 120_000),
  });
  return { form, destination, submission, deliveryId, eventId };
}

/** A webhook destination with one delivery, which failed two minutes ago. */
export const createDestinationDelivery = (workspace: Workspace) =>
  createFailedDelivery(workspace, (_, form) =>
    addDestination(workspace, form, { kind: "webhook" }),
  );
