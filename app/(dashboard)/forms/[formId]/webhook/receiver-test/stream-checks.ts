import { log } from "#lib/core/log";
import { HttpResponse } from "#lib/http/http-types";
import type { ReceiverCheck } from "#lib/webhooks/receiver-checks";

/**
 * A response that streams each check as a line of JSON. Errors before the first check are thrown,
 * so that the caller can respond with a status.
 *
 * @param gone - aborted when the client disconnects
 */
export async function streamChecks(
  checks: AsyncGenerator<ReceiverCheck, void, void>,
  gone: AbortController,
): Promise<HttpResponse> {
  const encoder = new TextEncoder();
  let next = await checks.next();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        if (next.done) return controller.close();
        controller.enqueue(encoder.encode(`${JSON.stringify(next.value)}\n`));
        next = await checks.next();
        if (next.done) controller.close();
      } catch (failure) {
        if (!gone.signal.aborted) log().error({ err: failure }, "a receiver test broke off");
        controller.error(failure);
      }
    },
    async cancel() {
      gone.abort();
      await checks.return();
    },
  });
  return new HttpResponse(200, { "Content-Type": "application/x-ndjson" }, body);
}
