import { composeReply, toReplyText } from "#lib/autoresponder/compose-reply";
import type {
  Autoresponder,
  AutoresponderPreview,
  PreviewAutoresponderInput,
  SaveAutoresponderInput,
} from "#lib/autoresponder/schema";
import { IDS, type OperationExample, TIMES } from "#lib/http/openapi/examples/example";
import { recipient } from "#lib/http/openapi/examples/recipients";

const draft: PreviewAutoresponderInput = {
  enabled: true,
  subject: "We received your message",
  message: "Thanks for getting in touch. We'll reply within two business days.",
  replyRecipientId: IDS.recipient,
};

const saved: Autoresponder = { revision: "a_3nTd", ...draft, updatedAt: TIMES.created };

const preview: AutoresponderPreview = {
  subject: draft.subject,
  replyTo: recipient.email,
  text: toReplyText(composeReply(draft, "https://forms.example.com/opt-out?token=…")),
};

export const autoresponderExamples = {
  getAutoresponder: { responses: { 200: { data: saved } } },
  saveAutoresponder: {
    body: { revision: null, ...draft } satisfies SaveAutoresponderInput,
    responses: { 200: { data: saved } },
  },
  previewAutoresponder: { body: draft, responses: { 200: { data: preview } } },
} satisfies Record<string, OperationExample>;
