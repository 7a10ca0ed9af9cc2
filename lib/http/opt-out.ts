import { findOptOut, type OptOutState, optOutVisitor } from "#lib/autoresponder/opt-out";
import type { MessagePage } from "#lib/http/pages/message-page";
import { respondOrApologize, respondWithMessage } from "#lib/http/pages/respond";
import { readFormFields } from "#lib/http/read-form-fields";

const INCOMPLETE: MessagePage = {
  title: "This link does not work",
  paragraphs: [
    "Some of it seems to be missing. Please open it once more from the mail, or copy all of it.",
    "If that does not help, reply to the mail and say that you want no more of them.",
  ],
};

const DONE: MessagePage = {
  title: "No more automatic replies",
  paragraphs: [
    "You will get no more automatic replies from the people who sent you this mail, whichever of their forms you use.",
    "Messages that you send them still arrive. You can close this page.",
  ],
};

function question(token: string): MessagePage {
  return {
    title: "No more automatic replies?",
    paragraphs: [
      "You got an automatic reply because you asked for one when you sent a message.",
      "With one click you get no more of them from the people behind that form, for good.",
    ],
    action: {
      method: "post",
      url: "/opt-out",
      label: "No more automatic replies",
      hidden: [["token", token]],
    },
  };
}

function answer(state: OptOutState, open: MessagePage): Response {
  if (state === "invalid") return respondWithMessage(404, INCOMPLETE);
  return respondWithMessage(200, state === "open" ? open : DONE);
}

function tokenInQuery(request: Request): string | null {
  return new URL(request.url).searchParams.get("token");
}

/** `GET /opt-out?token=…`: shows a button and changes nothing, for mail scanners follow links. */
export function showOptOut(request: Request): Promise<Response> {
  return respondOrApologize(async () => {
    const token = tokenInQuery(request) ?? "";
    return answer(await findOptOut(token), question(token));
  });
}

/**
 * `POST /opt-out`: acts at once. The page's button sends `token` in an urlencoded body; a mail program
 * posts to the link itself (RFC 8058), and whatever it sends along, in any encoding, is not needed.
 */
export function confirmOptOut(request: Request): Promise<Response> {
  return respondOrApologize(async () => {
    const token = tokenInQuery(request) || (await readFormFields(request)).get("token");
    return answer(await optOutVisitor(token ?? "", new Date()), DONE);
  });
}
