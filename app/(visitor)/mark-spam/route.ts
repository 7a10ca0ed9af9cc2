import { languagesOf } from "#lib/http/http-types";
import { confirmMarkSpam, showMarkSpam } from "#lib/http/mark-spam";
import { pageMethodNotAllowed } from "#lib/http/pages/respond";
import { forWeb } from "#lib/http/web";

export const GET = forWeb(showMarkSpam);
export const HEAD = GET;
export const POST = forWeb(confirmMarkSpam);

const notAllowed = forWeb((request) =>
  pageMethodNotAllowed(languagesOf(request), ["GET", "HEAD", "POST"]),
);

export { notAllowed as DELETE, notAllowed as OPTIONS, notAllowed as PATCH, notAllowed as PUT };
