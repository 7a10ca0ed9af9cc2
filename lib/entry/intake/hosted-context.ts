import { readContext } from "#lib/core/fields/message-context";
import { settings } from "#lib/core/settings/settings";
import type { OpenForm } from "#lib/domain/intake/open-form";
import { type HttpRequest, queryOf } from "#lib/entry/http/http-types";
import type { WritingPage } from "#lib/entry/visitor-pages/form-parts";

/**
 * Returns the page that a message of the hosted form will be sent from, according to the request for the hosted form:
 * in a frame, it's the surrounding page. Null if the form doesn't keep that.
 */
export function hostedContext(
  request: HttpRequest,
  { options, publicKey, page, name }: OpenForm,
  isEmbedded: boolean,
): WritingPage | null {
  if (!options.keepContext) return null;
  const before = readContext({ page: request.headers.get("referer"), header: null })?.pageUrl;
  if (isEmbedded && before) return { page: before, title: null, referrer: null };
  const own = new URL(`/f/${publicKey}`, settings().baseUrl);
  for (const [parameter, value] of queryOf(request))
    if (/^utm_/i.test(parameter)) own.searchParams.append(parameter, value);
  const url = readContext({ page: own.href, header: null })?.pageUrl ?? null;
  return { page: url, title: page.title ?? name, referrer: before ? new URL(before).origin : null };
}
