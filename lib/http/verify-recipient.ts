import { callerOf } from "#lib/core/client-address";
import { AppError } from "#lib/core/errors";
import { html } from "#lib/core/html";
import { type HttpRequest, type HttpResponse, queryOf } from "#lib/http/http-types";
import { isolated } from "#lib/http/pages/layout";
import { respondOrApologize, respondWithMessage } from "#lib/http/pages/respond";
import { readFormFields } from "#lib/http/read-body";
import {
  findVerification,
  type VerificationState,
  verifyRecipient,
} from "#lib/recipients/verify-recipient";

/** A link for owners who confirm an address themselves. Other recipients have no account. */
const TO_DASHBOARD = html`<span class="quiet">Is this your form? <a href="/">Go to the dashboard</a></span>`;

const EXPIRED = {
  title: "This link no longer works",
  paragraphs: [
    "It may have expired. Confirmation links work for 24 hours.",
    "Ask the person who runs the form to send you a new one.",
    TO_DASHBOARD,
  ],
};

function alreadyConfirmed(email: string) {
  return {
    title: "Already confirmed",
    paragraphs: [
      `${email} is already confirmed. There’s nothing else to do.`,
      "You can close this page.",
      TO_DASHBOARD,
    ],
  };
}

type Open = Extract<VerificationState, { state: "open" }>;

function respond(state: VerificationState, open: (state: Open) => HttpResponse): HttpResponse {
  if (state.state === "open") return open(state);
  if (state.state === "already_confirmed")
    return respondWithMessage(200, alreadyConfirmed(state.email));
  return respondWithMessage(410, EXPIRED);
}

/** `GET /verify-recipient?token=…`: shows a button and changes nothing, because email scanners follow links. */
export function showVerification(request: HttpRequest): Promise<HttpResponse> {
  return respondOrApologize(async () => {
    const secret = queryOf(request).get("token") ?? "";
    return respond(await findVerification(secret, new Date()), ({ email, workspaceName }) =>
      respondWithMessage(200, {
        title: "Confirm your email address",
        paragraphs: [
          html`${isolated(workspaceName)} wants to send messages from its website forms to ${email}.`,
          html`Only confirm if you recognize ${isolated(workspaceName)}. You won’t get any messages until you confirm.`,
        ],
        action: {
          url: "/verify-recipient",
          label: "Confirm address",
          hidden: [["token", secret]],
        },
      }),
    );
  });
}

/** `POST /verify-recipient` (urlencoded `token`): confirms the address. */
export function confirmRecipient(request: HttpRequest): Promise<HttpResponse> {
  return respondOrApologize(async () => {
    const secret = (await readFormFields(request)).get("token");
    if (secret === null)
      throw new AppError("validation_failed", "The confirmation link is incomplete.");
    const caller = callerOf(request, new Date());
    return respond(await verifyRecipient(secret, caller), ({ email, workspaceName }) =>
      respondWithMessage(200, {
        title: "Address confirmed",
        paragraphs: [
          html`Thank you. ${isolated(workspaceName)} can now send messages to ${email}.`,
          "You can close this page.",
          TO_DASHBOARD,
        ],
      }),
    );
  });
}
