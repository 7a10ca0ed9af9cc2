import { findOptOut, type OptOutState, optOutVisitor } from "#lib/autoresponder/opt-out";
import { type HttpRequest, type HttpResponse, languagesOf, queryOf } from "#lib/http/http-types";
import type { MessagePage } from "#lib/http/pages/message-page";
import { respondOrApologize, respondWithMessage } from "#lib/http/pages/respond";
import type { Tongue } from "#lib/http/pages/words/fill";
import { readFormFields } from "#lib/http/read-body";

function incomplete(tongue: Tongue): MessagePage {
  const { brokenTitle, brokenText, brokenAdvice } = tongue.words.optOut;
  return { title: brokenTitle, paragraphs: [brokenText, brokenAdvice], tongue };
}

function done(tongue: Tongue): MessagePage {
  const { doneTitle, doneText, doneAdvice } = tongue.words.optOut;
  return { title: doneTitle, paragraphs: [doneText, doneAdvice], tongue };
}

function confirmation(token: string, tongue: Tongue): MessagePage {
  const { askTitle, askText, askAdvice, button } = tongue.words.optOut;
  return {
    title: askTitle,
    paragraphs: [askText, askAdvice],
    action: { url: "/opt-out", label: button, hidden: [["token", token]] },
    tongue,
  };
}

function respond(state: OptOutState, tongue: Tongue, open: MessagePage): HttpResponse {
  if (state === "invalid") return respondWithMessage(404, incomplete(tongue));
  return respondWithMessage(200, state === "open" ? open : done(tongue));
}

function tokenInQuery(request: HttpRequest): string | null {
  return queryOf(request).get("token");
}

/** `GET /opt-out?token=…`: shows a button and changes nothing, because email scanners follow links. */
export function showOptOut(request: HttpRequest): Promise<HttpResponse> {
  return respondOrApologize(languagesOf(request), async (tongue) => {
    const token = tokenInQuery(request) ?? "";
    return respond(await findOptOut(token), tongue, confirmation(token, tongue));
  });
}

/**
 * `POST /opt-out`: acts immediately. The page's button sends `token` in an urlencoded body. An email client
 * posts to the link itself (RFC 8058); its body isn't needed.
 */
export function confirmOptOut(request: HttpRequest): Promise<HttpResponse> {
  return respondOrApologize(languagesOf(request), async (tongue) => {
    const token = tokenInQuery(request) || (await readFormFields(request)).get("token");
    return respond(await optOutVisitor(token ?? "", new Date()), tongue, done(tongue));
  });
}
