import { languagesOf } from "#lib/http/http-types";
import { confirmOptOut, showOptOut } from "#lib/http/opt-out";
import { pageMethodNotAllowed } from "#lib/http/pages/respond";
import { forWeb } from "#lib/http/web";

export const GET = forWeb(showOptOut);
export const HEAD = GET;
export const POST = forWeb(confirmOptOut);

const notAllowed = forWeb((request) =>
  pageMethodNotAllowed(languagesOf(request), ["GET", "HEAD", "POST"]),
);

export { notAllowed as DELETE, notAllowed as OPTIONS, notAllowed as PATCH, notAllowed as PUT };
