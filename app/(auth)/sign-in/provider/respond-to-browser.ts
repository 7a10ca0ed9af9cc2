import { after } from "next/server";
import { AppError } from "#lib/core/errors";
import { newId } from "#lib/core/ids";
import { drainAfter } from "#lib/domain/deliveries/drain-trigger";
import { type HttpResponse, languagesOf, toWebResponse } from "#lib/entry/http/http-types";
import { finish } from "#lib/entry/http/respond";
import { respondOrApologize, respondWithMessage } from "#lib/entry/visitor-pages/respond";

/**
 * Responds to a link that a browser follows. Deliveries that it queues are sent after the response.
 */
export async function respondToBrowser(
  request: Request,
  run: () => Promise<HttpResponse>,
): Promise<Response> {
  const response = await respondOrApologize(languagesOf(request), async () => {
    try {
      return finish(await drainAfter(after, run), newId());
    } catch (failure) {
      if (!(failure instanceof AppError) || failure.status >= 500) throw failure;
      return respondWithMessage(failure.status, {
        title: "We couldn’t read this request",
        paragraphs: [failure.message],
      });
    }
  });
  return toWebResponse(response);
}
