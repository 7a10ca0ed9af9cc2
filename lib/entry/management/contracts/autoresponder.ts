import { getAutoresponder, saveAutoresponder } from "#lib/domain/emails/auto-reply/autoresponder";
import {
  composeReply,
  previewAutoresponder,
  toReplyText,
} from "#lib/domain/emails/auto-reply/compose-reply";
import {
  Autoresponder,
  AutoresponderPreview,
  PreviewAutoresponderInput,
  SaveAutoresponderInput,
} from "#lib/domain/emails/auto-reply/schema";
import { IDS, recipient, TIMES } from "#lib/entry/management/contracts/examples/example";
import { dataResponse, defineEndpoint, withTag } from "#lib/entry/management/endpoint";
import { replyWords } from "#lib/entry/visitor-pages/words/page-texts";

const draft = {
  enabled: true,
  subject: "We received your message",
  message: "Thanks for getting in touch. We'll reply within two business days.",
  replyRecipientId: IDS.recipient,
  includeAnswers: "none",
} as const satisfies PreviewAutoresponderInput;
const saved: Autoresponder = { revision: "a_3nTd", ...draft, updatedAt: TIMES.created };

export const autoresponderEndpoints = withTag({ tag: "Auto-replies" }, [
  defineEndpoint("GET /v1/forms/{formId}/autoresponder", {
    operationId: "getAutoresponder",
    summary: "Get a form's auto-reply",
    description:
      "Returns the form's auto-reply with its revision, or null if none has been saved. Use it before saving, because an update must send the current revision.",
    scope: "integrations:read",
    responses: {
      200: dataResponse(
        "The auto-reply, or null if it has never been saved.",
        Autoresponder.nullable(),
        saved,
      ),
    },
    data: (ctx, { params }) => getAutoresponder(ctx, params.formId),
  }),
  defineEndpoint("POST /v1/forms/{formId}/autoresponder", {
    operationId: "saveAutoresponder",
    summary: "Save a form's auto-reply",
    description:
      "Saves the email that visitors get automatically if they opt in with the form field `_service_autoreply=true`. Send the revision you last read, or null on the first save; an outdated one returns 409 `revision_conflict`. Turning it on requires an enabled Turnstile widget or the form's own challenge, with at least one passed challenge (409 `widget_required`).",
    scope: "integrations:write",
    body: SaveAutoresponderInput,
    example: { body: { revision: null, ...draft } },
    responses: {
      200: dataResponse("The auto-reply with its new revision.", Autoresponder, saved),
    },
    errors: ["revision_conflict", "recipient_not_verified", "widget_required"],
    data: (ctx, { params, body }) => saveAutoresponder(ctx, params.formId, body),
  }),
  defineEndpoint("POST /v1/forms/{formId}/autoresponder/preview", {
    operationId: "previewAutoresponder",
    summary: "Preview a form's auto-reply",
    description:
      "Renders a draft as a visitor would receive it. Use it to check the text before you save. Nothing is saved or sent, and no challenge is required.",
    scope: "integrations:read",
    body: PreviewAutoresponderInput,
    example: { body: draft },
    responses: {
      200: dataResponse(
        "The rendered auto-reply, with a placeholder for the opt-out link.",
        AutoresponderPreview,
        {
          subject: draft.subject,
          replyTo: recipient.email,
          text: toReplyText(
            composeReply(
              { ...draft, words: replyWords({ language: "en" }, null) },
              "https://forms.example.com/opt-out?token=…",
              "Acme",
            ),
            [],
          ),
        },
      ),
    },
    errors: ["recipient_not_verified"],
    data: (ctx, { params, body }) =>
      previewAutoresponder(ctx, params.formId, body, (page) => replyWords(page, null)),
  }),
]);
