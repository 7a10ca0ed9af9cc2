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
import { replyWords, tongueFor, visitorTongue } from "#lib/http/pages/words/tongues";
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

/** The page of a state: in the form's language, as the email was, or in the visitor's. */
function respond(
  state: ConfirmationState,
  languages: string | null,
  open: (formName: string, tongue: Tongue) => MessagePage,
): HttpResponse {
  if (state.kind === "open" || state.kind === "confirmed") {
    const page = state.kind === "open" ? open : done;
    return respondWithMessage(200, page(state.formName, tongueFor(state, languages)));
  }
  const tongue = visitorTongue(languages);
  const { brokenTitle, brokenText } = tongue.words.optOut;
  const { goneTitle, goneText } = tongue.words.confirm;
  return state.kind === "invalid"
    ? respondWithMessage(404, { title: brokenTitle, paragraphs: [brokenText], tongue })
    : respondWithMessage(410, { title: goneTitle, paragraphs: [goneText], tongue });
}

/** `GET /confirm-message?token=…`: shows a button and changes nothing, because email scanners follow links. */
export function showConfirmMessage(request: HttpRequest): Promise<HttpResponse> {
  const languages = languagesOf(request);
  return respondOrApologize(languages, async () => {
    const token = queryOf(request).get("token") ?? "";
    const state = await findConfirmation(token, new Date());
    return respond(state, languages, (name, tongue) => question(name, token, tongue));
  });
}

/** `POST /confirm-message` (urlencoded `token`): the message arrives, with everything that follows. */
export function confirmMessage(request: HttpRequest, defer: Defer): Promise<HttpResponse> {
  const languages = languagesOf(request);
  return respondOrApologize(languages, async () => {
    const token = (await readFormFields(request)).get("token") ?? "";
    const address = shownAddress(request);
    const state = await confirmByLink(
      token,
      { address, wordsOf: (page) => replyWords(page, languages) },
      new Date(),
    );
    if (state.kind === "open") defer(triggerDrain);
    return respond(state, languages, done);
  });
}
