import { settings } from "#lib/core/settings";
import { type HttpRequest, type HttpResponse, queryOf } from "#lib/http/http-types";
import type { MessagePage } from "#lib/http/pages/message-page";
import { respondOrApologize, respondWithMessage } from "#lib/http/pages/respond";
import { readFormFields } from "#lib/http/read-body";
import {
  findSpamLink,
  markSpamByLink,
  type SpamLinkState,
} from "#lib/submissions/mark-spam-by-link";

const INVALID: MessagePage = {
  title: "This link doesn’t work",
  paragraphs: [
    "Part of it seems to be missing. Open it from the email again, or copy the whole link.",
  ],
};

const GONE: MessagePage = {
  title: "This link no longer works",
  paragraphs: [
    "The message was deleted, your address is no longer a recipient, or the email is more than 30 days old.",
  ],
};

function done(formName: string): MessagePage {
  return {
    title: "Marked as spam",
    paragraphs: [
      `The message from “${formName}” is in spam. Anything still waiting to be sent about it was canceled.`,
      `Was it a mistake? Move it back in the inbox: ${settings().baseUrl}/inbox?folder=spam`,
    ],
  };
}

function confirmation(formName: string, token: string): MessagePage {
  return {
    title: "Mark this message as spam?",
    paragraphs: [
      `The message from “${formName}” moves to spam. Emails and webhook events about it that are still waiting aren’t sent.`,
    ],
    action: { url: "/mark-spam", label: "Mark as spam", hidden: [["token", token]] },
  };
}

function respond(state: SpamLinkState, open: (formName: string) => MessagePage): HttpResponse {
  if (state.kind === "invalid") return respondWithMessage(404, INVALID);
  if (state.kind === "gone") return respondWithMessage(410, GONE);
  const page = state.kind === "open" ? open : done;
  return respondWithMessage(200, page(state.formName));
}

/** `GET /mark-spam?token=…`: shows a button and changes nothing, because email scanners follow links. */
export function showMarkSpam(request: HttpRequest): Promise<HttpResponse> {
  return respondOrApologize(async () => {
    const token = queryOf(request).get("token") ?? "";
    return respond(await findSpamLink(token, new Date()), (name) => confirmation(name, token));
  });
}

/** `POST /mark-spam` (urlencoded `token`): moves the message to spam. */
export function confirmMarkSpam(request: HttpRequest): Promise<HttpResponse> {
  return respondOrApologize(async () => {
    const token = (await readFormFields(request)).get("token") ?? "";
    return respond(await markSpamByLink(token, new Date()), done);
  });
}
