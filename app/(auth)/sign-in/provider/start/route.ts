import { serveProviderStart } from "#lib/entry/account/provider-sign-in";
import { localPath } from "../../../../search-params";
import { respondToBrowser } from "../respond-to-browser";

export const GET = (request: Request): Promise<Response> =>
  respondToBrowser(request, () => {
    const next = new URL(request.url).searchParams.get("next") ?? undefined;
    return serveProviderStart(request, localPath(next));
  });
