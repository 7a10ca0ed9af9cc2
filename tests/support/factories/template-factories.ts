import { z } from "zod";
import { db } from "#lib/adapters/db/database";
import { saveAutoresponder } from "#lib/domain/emails/auto-reply/autoresponder";
import { SERVICE_KINDS } from "#lib/domain/endpoints/chats/kinds";
import { saveFields } from "#lib/domain/forms/fields/form-fields";
import { SaveFieldsInput } from "#lib/domain/forms/fields/schema";
import { saveOptions } from "#lib/domain/forms/options/form-options";
import { UNSAVED_OPTIONS } from "#lib/domain/forms/options/options-schema";
import { savePage } from "#lib/domain/forms/page/form-page";
import { SavePageInput } from "#lib/domain/forms/page/page-schema";
import { saveRouting } from "#lib/domain/forms/routing/routing";
import { saveSpamFilter } from "#lib/domain/forms/spam/filter";
import { updateForm } from "#lib/domain/forms/update-form";
import { addDestination, DESTINATION_URLS } from "#tests/support/factories/destination-factories";
import {
  createForm,
  createTwoRecipients,
  type Workspace,
} from "#tests/support/factories/factories";
import {
  createVerifiedWidget,
  createWebhook,
  routingRule,
} from "#tests/support/factories/integration-factories";
import { saveLogo } from "#tests/support/factories/logo-factories";
import { PNG } from "#tests/support/factories/sample-files";

const WIDGET_SECRET = "0x4AAAAAAAtemplateWidgetSecret";
const HEADER_SECRET = "a-header-value-that-nobody-may-read";
const SECRET_URL = "https://hooks.example.com/in/8f3kQz71LmXw0pVt";

const SETTINGS = {
  subject: "{{form}}: {{name}}",
  allowedOrigins: ["https://www.example.com"],
  redirectUrl: "https://www.example.com/thanks",
  honeypot: "fax",
  messageRetentionDays: 90,
  uploads: { enabled: true, retentionDays: 7 },
};

/** A form with everything that a form can have, the addresses that it names, and every secret of it. */
export async function createFullForm(workspace: Workspace) {
  const { ctx } = workspace;
  const [one, other] = await createTwoRecipients(workspace);
  const form = await createForm(workspace, {
    name: "Workshops",
    recipientIds: [other.id, one.id],
    settings: SETTINGS,
  });
  const { id } = form;
  await updateForm(ctx, id, {
    uploadTypes: ["pdf", "text"],
    blockedWords: ["casino", "Cheap loans"],
    spamRetentionDays: 14,
  });
  const fields = [
    { name: "email", type: "email", label: "Your email", required: true },
    {
      name: "topic",
      type: "choice",
      label: "Topic",
      options: [{ value: "sales", label: "Sales" }],
    },
  ];
  await saveFields(
    ctx,
    id,
    SaveFieldsInput.parse({ revision: null, fields, otherFields: "drop", onInvalid: "mark" }),
  );
  await createVerifiedWidget(id, { secret: WIDGET_SECRET });
  const page = { revision: null, title: "Register", accent: "#112233", confirmEmail: true };
  await savePage(ctx, id, SavePageInput.parse(page));
  await saveLogo(ctx, id, new Uint8Array(PNG));
  const options = {
    maxSubmissions: 50,
    closedText: "Full",
    attachFiles: true,
    opensAt: 1_764_547_200_001,
  };
  await saveOptions(ctx, id, { ...UNSAVED_OPTIONS, ...options });
  await saveSpamFilter(ctx, id, { revision: null, filter: "move", challenge: true });
  const rules = [routingRule([one.id])];
  await saveRouting(ctx, id, { revision: null, enabled: true, rules });
  await saveAutoresponder(ctx, id, {
    revision: null,
    enabled: true,
    subject: "Thanks",
    message: "We got it.",
    replyRecipientId: one.id,
  });
  const webhook = await createWebhook(workspace, form, { url: "https://hooks.example.com/form" });
  const conditions = {
    match: "any",
    rules: [{ field: "topic", operator: "equals", value: "sales" }],
  };
  const headers = [{ name: "X-Api-Key", value: HEADER_SECRET }];
  const crm = { kind: "webhook", name: "CRM", conditions, headers } as const;
  const named = await addDestination(workspace, form, crm);
  await addDestination(workspace, form, { kind: "webhook", name: "Bot", url: SECRET_URL });
  await addDestination(workspace, form, { kind: "webhook", source: "Zapier" });
  for (const kind of SERVICE_KINDS) await addDestination(workspace, form, { kind });
  const Secret = z.object({ signingSecret: z.string() });
  const secrets = [
    WIDGET_SECRET,
    HEADER_SECRET,
    SECRET_URL,
    form.publicKey,
    ...SERVICE_KINDS.map((kind) => DESTINATION_URLS[kind]),
    Secret.parse(webhook).signingSecret,
    Secret.parse(named).signingSecret,
  ];
  return { form, recipients: [one, other], secrets };
}

/** Every ID that a form's rows have: none of them means anything elsewhere. */
export async function idsOfForm(workspace: Workspace, formId: string): Promise<string[]> {
  const where = { workspaceId: workspace.id, formId };
  const rules = z.array(z.object({ id: z.string() }));
  const routing = await db().routing.findFirst({ where });
  const endpoints = await db().webhook.findMany({ where });
  const recipients = await db().formRecipient.findMany({ where });
  return [
    workspace.id,
    workspace.user.id,
    formId,
    ...rules.parse(routing?.rules ?? []).map(({ id }) => id),
    ...endpoints.flatMap(({ id, revision }) => [id, revision]),
    ...recipients.map(({ recipientId }) => recipientId),
  ];
}
