import { callerOf, shownAddress } from "#lib/core/client-address";
import { html, type Slot } from "#lib/core/html";
import { settings } from "#lib/core/settings/settings";
import { fillMarkup, isolated } from "#lib/core/texts";
import type { Look } from "#lib/domain/brand/look";
import { drainAfter } from "#lib/domain/deliveries/drain-trigger";
import { quoteFirstWords } from "#lib/domain/emails/auto-reply/confirmation";
import { findOptOut, findOptOutLook, optOutVisitor } from "#lib/domain/emails/auto-reply/opt-out";
import { findStopLink, stopDigests } from "#lib/domain/emails/digests/stop-digests";
import { findVerification, verifyRecipient } from "#lib/domain/recipients/verification";
import { confirmByLink, findConfirmation } from "#lib/domain/submissions/confirm-by-link";
import { findSpamLink, markSpamByLink } from "#lib/domain/submissions/mark-spam-by-link";
import {
  type Defer,
  forEveryMethod,
  type HttpRequest,
  type HttpResponse,
  languagesOf,
  queryOf,
} from "#lib/entry/http/http-types";
import { readFormFields } from "#lib/entry/http/read-body";
import { toPageOwner } from "#lib/entry/visitor-pages/form-parts";
import { receivedText } from "#lib/entry/visitor-pages/message-page";
import {
  pageMethodNotAllowed,
  respondOrApologize,
  respondWithMessage,
} from "#lib/entry/visitor-pages/respond";
import {
  type PageTexts,
  pageTextsFor,
  replyWords,
} from "#lib/entry/visitor-pages/words/page-texts";

/**
 * The content of a link's page in one state. It has a button if the link can still do something.
 */
type LinkView = { status?: number; title: string; paragraphs: readonly Slot[]; button?: string };

type LinkDefinition<State> = {
  path: `/${string}`;
  /** True if the token may be in the URL of a POST, as email clients send it (RFC 8058). */
  takesPostedQuery?: boolean;
  /** Looks up a link without changing anything. */
  find: (token: string, now: Date) => Promise<State>;
  /** Performs the link's action, and returns the state before. */
  press: (token: string, request: HttpRequest) => Promise<State>;
  /** @param isPressed - whether what's open has just been done */
  view: (state: State, texts: PageTexts, isPressed: boolean) => LinkView;
  /** The language, if it isn't the visitor's. */
  textsOf?: (state: State, languages: string | null) => PageTexts;
  /** The owner of the page, if it isn't ours. */
  ownerOf?: (state: State, token: string) => Owner | null | Promise<Owner | null>;
};

/** The owner's look, and the form's name if the page is about one. */
type Owner = { look: Look; formName?: string };

/**
 * A page that a link in an email leads to: `GET ?token=…` shows a button and changes nothing, because
 * email scanners follow links. Its button posts the token, urlencoded, which acts.
 */
function linkPage<State>(definition: LinkDefinition<State>) {
  const { path, takesPostedQuery, find, press, view, textsOf, ownerOf } = definition;
  const respond = (
    request: HttpRequest,
    read: (token: string) => Promise<State>,
    isPressed: boolean,
  ): Promise<HttpResponse> => {
    const languages = languagesOf(request);
    return respondOrApologize(languages, async (visitorTexts) => {
      const inQuery = queryOf(request).get("token");
      const isInQuery = !isPressed || (takesPostedQuery && inQuery);
      const token = (isInQuery ? inQuery : (await readFormFields(request)).get("token")) ?? "";
      const state = await read(token);
      const texts = textsOf?.(state, languages) ?? visitorTexts;
      const { status = 200, button, ...page } = view(state, texts, isPressed);
      const action = button ? { action: { url: path, label: button, token } } : {};
      const found = await ownerOf?.(state, token);
      const owner = found ? { owner: toPageOwner(found.look, found.formName ?? "", texts) } : {};
      return respondWithMessage(status, { ...page, texts, ...action, ...owner });
    });
  };
  return {
    show: (request: HttpRequest) => respond(request, (token) => find(token, new Date()), false),
    press: (request: HttpRequest) => respond(request, (token) => press(token, request), true),
  };
}

/**
 * Returns the exports of a route file. Deliveries that the button queues are sent after the
 * response.
 */
export function linkRoute({ show, press }: ReturnType<typeof linkPage>, defer: Defer) {
  return forEveryMethod((request) => {
    if (request.method === "POST") return drainAfter(defer, () => press(request));
    if (request.method === "GET" || request.method === "HEAD") return show(request);
    return pageMethodNotAllowed(languagesOf(request), ["GET", "HEAD", "POST"]);
  });
}

export const optOutPage = linkPage({
  path: "/opt-out",
  takesPostedQuery: true,
  find: findOptOut,
  press: (token) => optOutVisitor(token, new Date()),
  async ownerOf(_, token) {
    const look = await findOptOutLook(token);
    return look && { look };
  },
  view(state, { words: { optOut } }, isPressed) {
    const { brokenTitle, brokenText, brokenAdvice, doneTitle, doneText, doneAdvice } = optOut;
    if (state === "invalid")
      return { status: 404, title: brokenTitle, paragraphs: [brokenText, brokenAdvice] };
    if (state === "open" && !isPressed) {
      const { askTitle, askText, askAdvice, button } = optOut;
      return { title: askTitle, paragraphs: [askText, askAdvice], button };
    }
    return { title: doneTitle, paragraphs: [doneText, doneAdvice] };
  },
});

/** The page for members is in English, like the dashboard. */
export const stopDigestsPage = linkPage({
  path: "/stop-digests",
  takesPostedQuery: true,
  find: findStopLink,
  press: (token, request) => stopDigests(token, callerOf(request, new Date())),
  textsOf: () => pageTextsFor({ language: "en" }, null),
  view(state, { words: { optOut } }, isPressed) {
    if (state.kind === "invalid")
      return { status: 404, title: optOut.brokenTitle, paragraphs: [optOut.brokenText] };
    const way = html`You can ask for them again in the <a href="/settings/notifications">settings</a>.`;
    if (state.kind === "open" && !isPressed)
      return {
        title: "Stop your digests?",
        paragraphs: [
          html`You won’t be emailed about messages to any form of <bdi>${state.workspaceName}</bdi> anymore. They stay in the inbox.`,
          way,
        ],
        button: "Stop digests",
      };
    const done = "You get no more of these digests. Messages stay in the inbox.";
    return { title: "Your digests are off", paragraphs: [done, way] };
  },
});

export const markSpamPage = linkPage({
  path: "/mark-spam",
  find: findSpamLink,
  press: (token, request) => markSpamByLink(token, callerOf(request, new Date())),
  ownerOf: (state) => ("look" in state ? state : null),
  view(state, { language, words }, isPressed) {
    const { optOut, confirm, spamLink } = words;
    if (state.kind === "invalid")
      return { status: 404, title: optOut.brokenTitle, paragraphs: [optOut.brokenText] };
    if (state.kind === "gone")
      return { status: 410, title: confirm.goneTitle, paragraphs: [spamLink.gone] };
    if (state.kind === "restored")
      return { status: 410, title: confirm.goneTitle, paragraphs: [spamLink.restored] };
    const form = state.formName;
    const { askTitle, ask, button, doneTitle, done, undo } = spamLink;
    if (state.kind === "open" && !isPressed)
      return { title: askTitle, paragraphs: [fillMarkup(ask, { form }, language)], button };
    const url = `${settings().baseUrl}/inbox?folder=spam`;
    const paragraphs = [fillMarkup(done, { form }, language), fillMarkup(undo, { url }, language)];
    return { title: doneTitle, paragraphs };
  },
});

/** Confirms a message, so that it arrives with all effects of an accepted one. */
export const confirmMessagePage = linkPage({
  path: "/confirm-message",
  find: findConfirmation,
  press(token, request) {
    const visitor = {
      address: shownAddress(request),
      wordsOf: (page: Parameters<typeof replyWords>[0]) => replyWords(page, languagesOf(request)),
    };
    return confirmByLink(token, visitor, new Date());
  },
  /** The form's language, because the email was in it. */
  textsOf: (state, languages) =>
    pageTextsFor("look" in state ? state.look.page : { language: "auto" }, languages),
  ownerOf: (state) => ("look" in state ? state : null),
  view(state, { language, words }, isPressed) {
    const { optOut, confirm, thanksTitle, closePage } = words;
    if (state.kind === "invalid")
      return { status: 404, title: optOut.brokenTitle, paragraphs: [optOut.brokenText] };
    if (!("look" in state))
      return { status: 410, title: confirm.goneTitle, paragraphs: [confirm.goneText] };
    const { formName: form, preview, look } = state;
    const { business } = look;
    const { subject, ask, askBusiness, ignore, button } = confirm;
    if (state.kind === "open" && !isPressed) {
      const asked =
        business === null
          ? fillMarkup(ask, { form }, language)
          : fillMarkup(askBusiness, { business }, language);
      const quoted = quoteFirstWords(preview);
      const quote = quoted === "" ? [] : [html`<span class="quiet">${isolated(quoted)}</span>`];
      return { title: subject, paragraphs: [asked, ...quote, ignore], button };
    }
    const received = receivedText({ name: form, business, texts: { language, words } });
    return { title: thanksTitle, paragraphs: [received, closePage] };
  },
});

export const verifyRecipientPage = linkPage({
  path: "/verify-recipient",
  find: findVerification,
  press: (token, request) => verifyRecipient(token, callerOf(request, new Date())),
  view(state, { language, words }, isPressed) {
    const { recipient, confirm, closePage } = words;
    const { isYours, toDashboard, doneTitle, done, againTitle, again } = recipient;
    // Only owners who confirm their own address have an account. Other recipients don't.
    const way = html`<span class="quiet">${isYours} <a href="/">${toDashboard}</a></span>`;
    if (state.state === "already_confirmed") {
      const text = fillMarkup(again, { email: state.email }, language);
      return { title: againTitle, paragraphs: [text, closePage, way] };
    }
    if (state.state !== "open") {
      const paragraphs = [recipient.expired, recipient.askAgain, way];
      return { status: 410, title: confirm.goneTitle, paragraphs };
    }
    const { email, workspaceName: workspace } = state;
    if (isPressed)
      return {
        title: doneTitle,
        paragraphs: [fillMarkup(done, { workspace, email }, language), closePage, way],
      };
    const { askTitle, ask, warning, button } = recipient;
    const paragraphs = [
      fillMarkup(ask, { workspace, email }, language),
      fillMarkup(warning, { workspace }, language),
    ];
    return { title: askTitle, paragraphs, button };
  },
});
