import { answerPreflight } from "#lib/http/intake/cors";
import { rejectMethod, showThanks } from "#lib/http/intake/hosted-form";

type Context = { params: Promise<{ publicKey: string }> };

export async function GET(request: Request, { params }: Context): Promise<Response> {
  return showThanks(request, (await params).publicKey);
}

export async function OPTIONS(request: Request, { params }: Context): Promise<Response> {
  return answerPreflight(request, (await params).publicKey);
}

export const HEAD = GET;
const notAllowed = (request: Request) => rejectMethod(request, ["GET", "HEAD", "OPTIONS"]);

export { notAllowed as DELETE, notAllowed as PATCH, notAllowed as POST, notAllowed as PUT };
