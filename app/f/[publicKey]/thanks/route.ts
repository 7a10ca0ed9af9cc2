import { forWeb } from "#lib/http/web";
import { respondToPreflight } from "#lib/intake-http/cors";
import { rejectMethod, showThanks } from "#lib/intake-http/hosted-form";

type Context = { params: Promise<{ publicKey: string }> };

export const GET = forWeb(async (request, { params }: Context) =>
  showThanks(request, (await params).publicKey),
);
export const HEAD = GET;
export const OPTIONS = forWeb(async (request, { params }: Context) =>
  respondToPreflight(request, (await params).publicKey),
);
const notAllowed = forWeb((request) => rejectMethod(request, ["GET", "HEAD", "OPTIONS"]));

export { notAllowed as DELETE, notAllowed as PATCH, notAllowed as POST, notAllowed as PUT };
