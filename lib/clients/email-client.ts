import { Resend, type Response } from "resend";
import { type Dispatcher, Dispatcher1Wrapper, getGlobalDispatcher } from "undici";
import { z } from "zod";
import {
  type CallTrace,
  explainFailure,
  type ProviderResult,
  readResult,
} from "#lib/clients/email-response";
import { settings } from "#lib/core/settings";
import { traceHeaders } from "#lib/core/tracing";

/** One email to one address, ready to be sent or captured. */
export type Email = {
  from: string;
  to: string;
  replyTo: string | null;
  subject: string;
  headers: Record<string, string>;
  html: string;
  text: string;
};

const RequestBody = z.object({
  from: z.string(),
  to: z.tuple([z.string()]),
  reply_to: z.string().optional(),
  subject: z.string(),
  headers: z.record(z.string(), z.string()),
  html: z.string(),
  text: z.string(),
});

/** The body of Resend's `POST /emails`. Made once per series: a repeat sends exactly these bytes. */
export function toRequestBody(email: Email): string {
  const { to, replyTo, ...rest } = email;
  const body: z.input<typeof RequestBody> = {
    ...rest,
    to: [to],
    ...(replyTo === null ? {} : { reply_to: replyTo }),
  };
  return JSON.stringify(body);
}

/** The email in a body that {@link toRequestBody} made. */
export function fromRequestBody(body: string): Email {
  const { to, reply_to, ...rest } = RequestBody.parse(JSON.parse(body));
  return { ...rest, to: to[0], replyTo: reply_to ?? null };
}

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

const MAX_RESPONSE_BYTES = 64 * 1024;

/** The dispatcher that `fetch` uses anyway, which also traces one request and limits its response. */
function traced(trace: CallTrace): Dispatcher {
  const dispatcher = getGlobalDispatcher().compose((dispatch) => (options, handler) => {
    trace.progress = "connecting";
    let receivedBytes = 0;
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
      onResponseData(controller, chunk) {
        receivedBytes += chunk.byteLength;
        if (receivedBytes > MAX_RESPONSE_BYTES)
          controller.abort(new Error(`the response is larger than ${MAX_RESPONSE_BYTES} bytes`));
        else handler.onResponseData?.(controller, chunk);
      },
      onResponseEnd: (...event) => handler.onResponseEnd?.(...event),
    });
  });
  // Node's own fetch still speaks the first version of this interface.
  return new Dispatcher1Wrapper(dispatcher);
}

const RESEND_URL = "https://api.resend.com";
/** How long one call to the provider may take, response included. */
export const CALL_DEADLINE_MS = 10_000;

/** The same key with the same bytes is one email, however often the call is made within 24 hours. */
export type EmailCall = {
  idempotencyKey: string;
  /** The JSON body of Resend's `POST /emails`, sent as it is. */
  body: string;
  signal: AbortSignal;
};

/**
 * Sends one email through Resend's SDK; never throws for a failed call. The SDK hides the status and
 * the cause of a failure, which come from the trace.
 */
export async function sendEmail(call: EmailCall): Promise<ProviderResult> {
  const { resendApiKey, resendBaseUrl } = settings().email;
  if (!resendApiKey) throw new Error("RESEND_API_KEY is not set");
  const baseUrl = (resendBaseUrl ?? RESEND_URL).replace(/\/+$/, "");
  const resend = new ResendCall(resendApiKey, baseUrl, call);
  const { replyTo, ...email } = fromRequestBody(call.body);
  const { data, error, headers } = await resend.emails.send(
    { ...email, replyTo: replyTo ?? undefined },
    { idempotencyKey: call.idempotencyKey, headers: traceHeaders() },
  );
  const { status } = resend.trace;
  if (status === null) return explainFailure(resend.trace, call.signal.aborted);
  return readResult(status, headers?.["retry-after"] ?? null, data ?? error);
}
