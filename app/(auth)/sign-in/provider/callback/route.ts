import { serveProviderCallback } from "#lib/entry/account/provider-sign-in";
import { respondToBrowser } from "../respond-to-browser";

export const GET = (request: Request): Promise<Response> =>
  respondToBrowser(request, () => serveProviderCallback(request, null));
