import { callerOf } from "#lib/core/client-address";
import { AppError } from "#lib/core/errors";
import { html, type Slot } from "#lib/core/html";
import { type HttpRequest, type HttpResponse, languagesOf, queryOf } from "#lib/http/http-types";
import { isolated } from "#lib/http/pages/layout";
import type { MessagePage } from "#lib/http/pages/message-page";
import { respondOrApologize, respondWithMessage } from "#lib/http/pages/respond";
import { fillMarkup, fillText, type Tongue } from "#lib/http/pages/words/fill";
import { readFormFields } from "#lib/http/read-body";
import {
  findVerification,
  type VerificationState,
  verifyRecipient,
} from "#lib/recipients/verification";

/** A link for owners who confirm an address themselves. Other recipients have no account. */
function wayToDashboard({ words }: Tongue): Slot {
  const { isYours, toDashboard } = words.recipient;
  return html`<span class="quiet">${isYours} <a href="/">${toDashboard}</a></span>`;
}

function expired(tongue: Tongue): MessagePage {
  const { confirm, recipient } = tongue.words;
  return {
    title: confirm.goneTitle,
    paragraphs: [recipient.expired, recipient.askAgain, wayToDashboard(tongue)],
    tongue,
  };
}

function alreadyConfirmed(email: string, tongue: Tongue): MessagePage {
  const { againTitle, again } = tongue.words.recipient;
  return {
    title: againTitle,
    paragraphs: [fillText(again, { email }), tongue.words.closePage, wayToDashboard(tongue)],
    tongue,
  };
}

type Open = Extract<VerificationState, { state: "open" }>;

function question({ email, workspaceName }: Open, secret: string, tongue: Tongue): MessagePage {
  const { askTitle, ask, warning, button } = tongue.words.recipient;
  const workspace = isolated(workspaceName);
  return {
    title: askTitle,
    paragraphs: [fillMarkup(ask, { workspace, email }), fillMarkup(warning, { workspace })],
    action: { url: "/verify-recipient", label: button, hidden: [["token", secret]] },
    tongue,
  };
}

function confirmed({ email, workspaceName }: Open, tongue: Tongue): MessagePage {
  const { doneTitle, done } = tongue.words.recipient;
  const text = fillMarkup(done, { workspace: isolated(workspaceName), email });
  return {
    title: doneTitle,
    paragraphs: [text, tongue.words.closePage, wayToDashboard(tongue)],
    tongue,
  };
}

function respond(
  state: VerificationState,
  tongue: Tongue,
  open: (state: Open) => MessagePage,
): HttpResponse {
  if (state.state === "open") return respondWithMessage(200, open(state));
  if (state.state === "already_confirmed")
    return respondWithMessage(200, alreadyConfirmed(state.email, tongue));
  return respondWithMessage(410, expired(tongue));
}

/** `GET /verify-recipient?token=…`: shows a button and changes nothing, because email scanners follow links. */
export function showVerification(request: HttpRequest): Promise<HttpResponse> {
  return respondOrApologize(languagesOf(request), async (tongue) => {
    const secret = queryOf(request).get("token") ?? "";
    const state = await findVerification(secret, new Date());
    return respond(state, tongue, (open) => question(open, secret, tongue));
  });
}

/** `POST /verify-recipient` (urlencoded `token`): confirms the address. */
export function confirmRecipient(request: HttpRequest): Promise<HttpResponse> {
  return respondOrApologize(languagesOf(request), async (tongue) => {
    const secret = (await readFormFields(request)).get("token");
    if (secret === null)
      throw new AppError("validation_failed", "The confirmation link is incomplete.");
    const state = await verifyRecipient(secret, callerOf(request, new Date()));
    return respond(state, tongue, (open) => confirmed(open, tongue));
  });
}
