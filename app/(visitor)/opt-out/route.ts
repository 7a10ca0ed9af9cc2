import { confirmOptOut, showOptOut } from "#lib/http/opt-out";
import { pageMethodNotAllowed } from "#lib/http/pages/respond";

export const GET = showOptOut;
export const HEAD = showOptOut;
export const POST = confirmOptOut;

const notAllowed = () => pageMethodNotAllowed(["GET", "HEAD", "POST"]);

export { notAllowed as DELETE, notAllowed as OPTIONS, notAllowed as PATCH, notAllowed as PUT };
