import { readContext } from "#lib/core/fields/message-context";
import { settings } from "#lib/core/settings/settings";
import type { OpenForm } from "#lib/domain/intake/open-form";
import { type HttpRequest, queryOf } from "#lib/entry/http/http-types";
import type { WritingPage } from "#lib/entry/visitor-pages/form-parts";

/**
 * Where a message is written that the hosted form will send, as far as the request for its page tells: in a frame, the
 * page around it. Null if the form doesn't keep that.
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
