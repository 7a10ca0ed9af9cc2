import { after } from "next/server";
import { answerPreflight } from "#lib/http/intake/cors";
import { rejectMethod, showHostedForm } from "#lib/http/intake/hosted-form";
import { serveIntake } from "#lib/http/intake/serve-intake";

type Context = { params: Promise<{ publicKey: string }> };

export async function POST(request: Request, { params }: Context): Promise<Response> {
  return serveIntake(request, (await params).publicKey, after);
}

export async function OPTIONS(request: Request, { params }: Context): Promise<Response> {
  return answerPreflight(request, (await params).publicKey);
}

export async function GET(request: Request, { params }: Context): Promise<Response> {
  return showHostedForm(request, (await params).publicKey);
}

export const HEAD = GET;
const notAllowed = (request: Request) => rejectMethod(request, ["GET", "HEAD", "POST", "OPTIONS"]);

export { notAllowed as DELETE, notAllowed as PATCH, notAllowed as PUT };
