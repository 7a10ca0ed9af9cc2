import { Resend, type Response } from "resend";
import { type Dispatcher, Dispatcher1Wrapper, getGlobalDispatcher } from "undici";

/** What the SDK hides of a call. `progress` says whether any byte of the request may have left. */
export type CallTrace = {
  progress: "unknown" | "connecting" | "sending";
  /** Null when no complete header of an answer arrived. */
  status: number | null;
  failure: unknown;
};

/**
 * Resend's SDK for a single call. The SDK makes the request; this adds what it lacks: the deadline,
 * the bytes of the series instead of newly rendered ones, and a trace of what happened.
 */
export class ResendCall extends Resend {
  readonly trace: CallTrace = { progress: "unknown", status: null, failure: null };
  private readonly call: { body: string; signal: AbortSignal };

  constructor(key: string, baseUrl: string, call: { body: string; signal: AbortSignal }) {
    super(key, { baseUrl });
    this.call = call;
  }

  override fetchRequest<T>(path: string, options = {}): Promise<Response<T>> {
    return super.fetchRequest(path, {
      ...options,
      body: this.call.body,
      signal: this.call.signal,
      // A redirect that is followed would send the email to someone else.
      redirect: "manual",
      cache: "no-store",
      dispatcher: traced(this.trace),
    });
  }
}

/** The connections that `fetch` uses anyway, with a look at what one request comes to. */
function traced(trace: CallTrace): Dispatcher {
  const dispatcher = getGlobalDispatcher().compose((dispatch) => (options, handler) => {
    trace.progress = "connecting";
    return dispatch(options, {
      // Called with an open connection, before the first byte is written to it.
      onRequestStart(controller, context) {
        trace.progress = "sending";
        handler.onRequestStart?.(controller, context);
      },
      onResponseStart(controller, status, headers, statusMessage) {
        trace.status = status;
        handler.onResponseStart?.(controller, status, headers, statusMessage);
      },
      onResponseError(controller, failure) {
        trace.failure = failure;
        handler.onResponseError?.(controller, failure);
      },
      onRequestUpgrade: (...event) => handler.onRequestUpgrade?.(...event),
      onResponseData: (...event) => handler.onResponseData?.(...event),
      onResponseEnd: (...event) => handler.onResponseEnd?.(...event),
    });
  });
  // Node's own fetch still speaks the first version of this interface.
  return new Dispatcher1Wrapper(dispatcher);
}
