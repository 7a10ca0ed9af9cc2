import { shownAddress } from "#lib/core/client-address";
import { triggerDrain } from "#lib/deliveries/drain-trigger";
import {
  type Defer,
  type HttpRequest,
  type HttpResponse,
  languagesOf,
  queryOf,
} from "#lib/http/http-types";
import { isolated } from "#lib/http/pages/layout";
import type { MessagePage } from "#lib/http/pages/message-page";
import { respondOrApologize, respondWithMessage } from "#lib/http/pages/respond";
import { fillMarkup, type Tongue } from "#lib/http/pages/words/fill";
import { replyWords } from "#lib/http/pages/words/tongues";
import { readFormFields } from "#lib/http/read-body";
import {
  type ConfirmationState,
  confirmByLink,
  findConfirmation,
} from "#lib/submissions/confirm-by-link";

function done(formName: string, tongue: Tongue): MessagePage {
  const { thanksTitle, thanksText, closePage } = tongue.words;
  const text = fillMarkup(thanksText, { form: isolated(formName) });
  return { title: thanksTitle, paragraphs: [text, closePage], tongue };
}

function question(formName: string, token: string, tongue: Tongue): MessagePage {
  const { subject, ask, ignore, button } = tongue.words.confirm;
  return {
    title: subject,
    paragraphs: [fillMarkup(ask, { form: isolated(formName) }), ignore],
    action: { url: "/confirm-message", label: button, hidden: [["token", token]] },
    tongue,
  };
}

function respond(
  state: ConfirmationState,
  tongue: Tongue,
  open: (formName: string, tongue: Tongue) => MessagePage,
): HttpResponse {
  const { confirm, optOut } = tongue.words;
  if (state.kind === "invalid")
    return respondWithMessage(404, {
      title: optOut.brokenTitle,
      paragraphs: [optOut.brokenText],
      tongue,
    });
  if (state.kind === "gone")
    return respondWithMessage(410, {
      title: confirm.goneTitle,
      paragraphs: [confirm.goneText],
      tongue,
    });
  const page = state.kind === "open" ? open : done;
  return respondWithMessage(200, page(state.formName, tongue));
}

/** `GET /confirm-message?token=…`: shows a button and changes nothing, because email scanners follow links. */
export function showConfirmMessage(request: HttpRequest): Promise<HttpResponse> {
  return respondOrApologize(languagesOf(request), async (tongue) => {
    const token = queryOf(request).get("token") ?? "";
    const state = await findConfirmation(token, new Date());
    return respond(state, tongue, (name) => question(name, token, tongue));
  });
}

/** `POST /confirm-message` (urlencoded `token`): the message arrives, with everything that follows. */
export function confirmMessage(request: HttpRequest, defer: Defer): Promise<HttpResponse> {
  return respondOrApologize(languagesOf(request), async (tongue) => {
    const token = (await readFormFields(request)).get("token") ?? "";
    const languages = languagesOf(request);
    const address = shownAddress(request);
    const state = await confirmByLink(
      token,
      { address, wordsOf: (page) => replyWords(page, languages) },
      new Date(),
    );
    if (state.kind === "open") defer(triggerDrain);
    return respond(state, tongue, done);
  });
}
