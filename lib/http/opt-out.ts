import { findOptOut, type OptOutState, optOutVisitor } from "#lib/autoresponder/opt-out";
import { type HttpRequest, type HttpResponse, queryOf } from "#lib/http/http-types";
import type { MessagePage } from "#lib/http/pages/message-page";
import { respondOrApologize, respondWithMessage } from "#lib/http/pages/respond";
import { readFormFields } from "#lib/http/read-body";

const INCOMPLETE: MessagePage = {
  title: "This link doesn’t work",
  paragraphs: [
    "Part of it seems to be missing. Open it from the email again, or copy the whole link.",
    "If that doesn’t help, reply to the email and ask to stop automatic replies.",
  ],
};

const DONE: MessagePage = {
  title: "You’re unsubscribed",
  paragraphs: [
    "You won’t get automatic replies from this sender anymore, no matter which of their forms you use.",
    "Your messages will still reach them. You can close this page.",
  ],
};

function confirmation(token: string): MessagePage {
  return {
    title: "Unsubscribe from automatic replies?",
    paragraphs: [
      "You got an automatic reply because you asked for one when you sent a message.",
      "If you unsubscribe, you won’t get automatic replies from this sender anymore.",
    ],
    action: {
      url: "/opt-out",
      label: "Unsubscribe",
      hidden: [["token", token]],
    },
  };
}

function respond(state: OptOutState, open: MessagePage): HttpResponse {
  if (state === "invalid") return respondWithMessage(404, INCOMPLETE);
  return respondWithMessage(200, state === "open" ? open : DONE);
}

function tokenInQuery(request: HttpRequest): string | null {
  return queryOf(request).get("token");
}

/** `GET /opt-out?token=…`: shows a button and changes nothing, because email scanners follow links. */
export function showOptOut(request: HttpRequest): Promise<HttpResponse> {
  return respondOrApologize(async () => {
    const token = tokenInQuery(request) ?? "";
    return respond(await findOptOut(token), confirmation(token));
  });
}

/**
 * `POST /opt-out`: acts immediately. The page's button sends `token` in an urlencoded body. An email client
 * posts to the link itself (RFC 8058); its body isn't needed.
 */
export function confirmOptOut(request: HttpRequest): Promise<HttpResponse> {
  return respondOrApologize(async () => {
    const token = tokenInQuery(request) || (await readFormFields(request)).get("token");
    return respond(await optOutVisitor(token ?? "", new Date()), DONE);
  });
}
