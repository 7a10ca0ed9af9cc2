import { settings } from "#lib/core/settings";
import { type HttpRequest, type HttpResponse, languagesOf, queryOf } from "#lib/http/http-types";
import { isolated } from "#lib/http/pages/layout";
import type { MessagePage } from "#lib/http/pages/message-page";
import { respondOrApologize, respondWithMessage } from "#lib/http/pages/respond";
import { fillMarkup, fillText, type Tongue } from "#lib/http/pages/words/fill";
import { readFormFields } from "#lib/http/read-body";
import {
  findSpamLink,
  markSpamByLink,
  type SpamLinkState,
} from "#lib/submissions/mark-spam-by-link";

function invalid(tongue: Tongue): MessagePage {
  const { brokenTitle, brokenText } = tongue.words.optOut;
  return { title: brokenTitle, paragraphs: [brokenText], tongue };
}

function gone(tongue: Tongue): MessagePage {
  const { confirm, spamLink } = tongue.words;
  return { title: confirm.goneTitle, paragraphs: [spamLink.gone], tongue };
}

function done(formName: string, tongue: Tongue): MessagePage {
  const { doneTitle, done: text, undo } = tongue.words.spamLink;
  return {
    title: doneTitle,
    paragraphs: [
      fillMarkup(text, { form: isolated(formName) }),
      fillText(undo, { url: `${settings().baseUrl}/inbox?folder=spam` }),
    ],
    tongue,
  };
}

function question(formName: string, token: string, tongue: Tongue): MessagePage {
  const { askTitle, ask, button } = tongue.words.spamLink;
  return {
    title: askTitle,
    paragraphs: [fillMarkup(ask, { form: isolated(formName) })],
    action: { url: "/mark-spam", label: button, hidden: [["token", token]] },
    tongue,
  };
}

function respond(
  state: SpamLinkState,
  tongue: Tongue,
  open: (formName: string, tongue: Tongue) => MessagePage,
): HttpResponse {
  if (state.kind === "invalid") return respondWithMessage(404, invalid(tongue));
  if (state.kind === "gone") return respondWithMessage(410, gone(tongue));
  const page = state.kind === "open" ? open : done;
  return respondWithMessage(200, page(state.formName, tongue));
}

/** `GET /mark-spam?token=…`: shows a button and changes nothing, because email scanners follow links. */
export function showMarkSpam(request: HttpRequest): Promise<HttpResponse> {
  return respondOrApologize(languagesOf(request), async (tongue) => {
    const token = queryOf(request).get("token") ?? "";
    const state = await findSpamLink(token, new Date());
    return respond(state, tongue, (name) => question(name, token, tongue));
  });
}

/** `POST /mark-spam` (urlencoded `token`): moves the message to spam. */
export function confirmMarkSpam(request: HttpRequest): Promise<HttpResponse> {
  return respondOrApologize(languagesOf(request), async (tongue) => {
    const token = (await readFormFields(request)).get("token") ?? "";
    return respond(await markSpamByLink(token, new Date()), tongue, done);
  });
}
