import { pageMethodNotAllowed } from "#lib/http/pages/respond";
import { confirmRecipient, showVerification } from "#lib/http/verify-recipient";

export const GET = showVerification;
export const HEAD = showVerification;
export const POST = confirmRecipient;

const notAllowed = () => pageMethodNotAllowed(["GET", "HEAD", "POST"]);

export { notAllowed as DELETE, notAllowed as OPTIONS, notAllowed as PATCH, notAllowed as PUT };
