import { after } from "next/server";
import { showHostedForm } from "#lib/http/intake/hosted-form";
import { answerPreflight } from "#lib/http/intake/preflight";
import { serveIntake } from "#lib/http/intake/serve-intake";
import { pageMethodNotAllowed } from "#lib/http/pages/respond";

type Context = { params: Promise<{ publicKey: string }> };

export async function POST(request: Request, { params }: Context): Promise<Response> {
  return serveIntake(request, (await params).publicKey, after);
}

export async function OPTIONS(request: Request, { params }: Context): Promise<Response> {
  return answerPreflight(request, (await params).publicKey);
}

export async function GET(_request: Request, { params }: Context): Promise<Response> {
  return showHostedForm((await params).publicKey);
}

export const HEAD = GET;
const notAllowed = () => pageMethodNotAllowed(["GET", "HEAD", "POST", "OPTIONS"]);

export { notAllowed as DELETE, notAllowed as PATCH, notAllowed as PUT };
