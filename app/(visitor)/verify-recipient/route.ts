import { languagesOf } from "#lib/http/http-types";
import { pageMethodNotAllowed } from "#lib/http/pages/respond";
import { confirmRecipient, showVerification } from "#lib/http/verify-recipient";
import { forWeb } from "#lib/http/web";

export const GET = forWeb(showVerification);
export const HEAD = GET;
export const POST = forWeb(confirmRecipient);

const notAllowed = forWeb((request) =>
  pageMethodNotAllowed(languagesOf(request), ["GET", "HEAD", "POST"]),
);

export { notAllowed as DELETE, notAllowed as OPTIONS, notAllowed as PATCH, notAllowed as PUT };
