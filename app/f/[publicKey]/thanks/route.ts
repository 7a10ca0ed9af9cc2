import { answerPreflight } from "#lib/http/intake/cors";
import { rejectMethod, showThanks } from "#lib/http/intake/hosted-form";
import { forWeb } from "#lib/http/web";

type Context = { params: Promise<{ publicKey: string }> };

export const GET = forWeb(async (request, { params }: Context) =>
  showThanks(request, (await params).publicKey),
);
export const HEAD = GET;
export const OPTIONS = forWeb(async (request, { params }: Context) =>
  answerPreflight(request, (await params).publicKey),
);
const notAllowed = forWeb((request) => rejectMethod(request, ["GET", "HEAD", "OPTIONS"]));

export { notAllowed as DELETE, notAllowed as PATCH, notAllowed as POST, notAllowed as PUT };
