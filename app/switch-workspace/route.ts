import { AppError } from "#lib/core/errors";
import { newId } from "#lib/core/ids";
import { switchOwnWorkspace } from "#lib/entry/account/current-session";
import { HttpResponse, languagesOf, toWebResponse } from "#lib/entry/http/http-types";
import { finish } from "#lib/entry/http/respond";
import { respondOrApologize, respondWithMessage } from "#lib/entry/visitor-pages/respond";

/**
 * Returns whether the problem is solved by the start page, which leads to sign-in, or to an existing
 * workspace.
 */
function isOutOfDate({ code }: AppError): boolean {
  return ["session_required", "not_found"].includes(code);
}

/**
 * Switches to the workspace `?to=`. It's the target of a plain form, so that the browser loads everything
 * again and nothing of the other workspace stays in memory.
 */
export async function POST(request: Request): Promise<Response> {
  const response = await respondOrApologize(languagesOf(request), async () => {
    try {
      await switchOwnWorkspace(request, new URL(request.url).searchParams.get("to") ?? "");
    } catch (failure) {
      if (!(failure instanceof AppError) || failure.status >= 500) throw failure;
      if (!isOutOfDate(failure))
        return respondWithMessage(failure.status, {
          title: "We couldn’t read this request",
          paragraphs: [failure.message],
        });
    }
    return finish(new HttpResponse(303, { Location: "/" }), newId());
  });
  return toWebResponse(response);
}
