import { type HttpRequest, type HttpResponse, languagesOf } from "#lib/http/http-types";
import { pageMethodNotAllowed } from "#lib/http/pages/respond";
import { forWeb } from "#lib/http/web";

type Handle = (request: HttpRequest) => Promise<HttpResponse>;

const notAllowed = forWeb((request) =>
  pageMethodNotAllowed(languagesOf(request), ["GET", "HEAD", "POST"]),
);

/** The methods of a page behind a link in an email: it shows a button, and the button acts. */
export function visitorRoute(show: Handle, act: Handle) {
  const GET = forWeb(show);
  const others = { PUT: notAllowed, PATCH: notAllowed, DELETE: notAllowed, OPTIONS: notAllowed };
  return { GET, HEAD: GET, POST: forWeb(act), ...others };
}
