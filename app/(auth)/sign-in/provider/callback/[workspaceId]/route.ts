import { isId } from "#lib/core/ids";
import { serveProviderCallback } from "#lib/entry/account/provider-sign-in";
import { respondToBrowser } from "../../respond-to-browser";

type Place = { params: Promise<{ workspaceId: string }> };

export const GET = (request: Request, { params }: Place): Promise<Response> =>
  respondToBrowser(request, async () => {
    const { workspaceId } = await params;
    // No provider has a malformed ID, so such a request has no flow in the browser either.
    return serveProviderCallback(request, isId(workspaceId) ? workspaceId : "");
  });
