import { after } from "next/server";
import { confirmMessage, showConfirmMessage } from "#lib/http/confirm-message";
import { languagesOf } from "#lib/http/http-types";
import { pageMethodNotAllowed } from "#lib/http/pages/respond";
import { forWeb } from "#lib/http/web";

export const GET = forWeb(showConfirmMessage);
export const HEAD = GET;
/** Seconds. A drain may be awaited after the response. */
export const maxDuration = 60;
export const POST = forWeb((request) => confirmMessage(request, after));

const notAllowed = forWeb((request) =>
  pageMethodNotAllowed(languagesOf(request), ["GET", "HEAD", "POST"]),
);

export { notAllowed as DELETE, notAllowed as OPTIONS, notAllowed as PATCH, notAllowed as PUT };
