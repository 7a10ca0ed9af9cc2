import { showThanks } from "#lib/http/intake/hosted-form";
import { pageMethodNotAllowed } from "#lib/http/pages/respond";

type Context = { params: Promise<{ publicKey: string }> };

export async function GET(_request: Request, { params }: Context): Promise<Response> {
  return showThanks((await params).publicKey);
}

export const HEAD = GET;
const notAllowed = () => pageMethodNotAllowed(["GET", "HEAD"]);

export {
  notAllowed as DELETE,
  notAllowed as OPTIONS,
  notAllowed as PATCH,
  notAllowed as POST,
  notAllowed as PUT,
};
