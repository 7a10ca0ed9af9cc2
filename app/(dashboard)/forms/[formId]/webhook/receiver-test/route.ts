import { newId } from "#lib/core/ids";
import { toWebResponse } from "#lib/http/http-types";
import { errorResponse, finish, toAppError } from "#lib/http/respond";
import { requireRouteSession } from "#lib/session/current-session";
import { testReceiver } from "#lib/webhooks/test-receiver";
import { streamChecks } from "./stream-checks";

type TestContext = { params: Promise<{ formId: string }> };

/** The guided receiver test as a stream of JSON lines, one per check. Closing it ends the test. */
export async function POST(request: Request, { params }: TestContext): Promise<Response> {
  const requestId = newId();
  try {
    const session = await requireRouteSession(request);
    const { formId } = await params;
    const gone = new AbortController();
    request.signal.addEventListener("abort", () => gone.abort(), { once: true });
    const checks = testReceiver(session.ctx, formId, { signal: gone.signal });
    return toWebResponse(finish(await streamChecks(checks, gone), requestId));
  } catch (failure) {
    const response = errorResponse(toAppError(failure, requestId), requestId);
    return toWebResponse(finish(response, requestId));
  }
}
