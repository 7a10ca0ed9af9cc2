import { z } from "zod";
import { AppError, notFound } from "#lib/core/errors";
import { newId } from "#lib/core/ids";
import { settings } from "#lib/core/settings/settings";
import { type EmailReport, recordEmailReport } from "#lib/domain/emails/report-email";
import { isSigned } from "#lib/domain/endpoints/signature";
import type { Handler } from "#lib/entry/http/handler";
import type { HttpHeaders } from "#lib/entry/http/http-types";
import { parseJson } from "#lib/entry/http/parse";
import { withBody } from "#lib/entry/http/read-body";
import { RequestLog, requireMethod, serveApi } from "#lib/entry/http/request-log";
import { jsonResponse } from "#lib/entry/http/respond";

const MAX_BYTES = 256 * 1024;
const tooLarge = () => new AppError("body_too_large", "The report is larger than 256 KiB.");

/**
 * The statuses for Resend's events about accepted emails (resend.com/docs/webhooks/event-types).
 */
const STATUSES = {
  "email.delivered": "delivered",
  "email.delivery_delayed": "delayed",
  "email.bounced": "bounced",
  "email.complained": "complained",
} as const;

const Event = z.object({
  type: z.enum(Object.keys(STATUSES) as (keyof typeof STATUSES)[]),
  created_at: z.string().catch(""),
  data: z.object({
    email_id: z.string().max(100),
    bounce: z.object({ type: z.string() }).nullish().catch(null),
  }),
});

type Report = EmailReport & { emailId: string };

/** Reads the signature. Resend uses the headers of Svix; other providers use the standard's. */
function readSignature(headers: HttpHeaders) {
  const read = (name: string) =>
    headers.get(`svix-${name}`) ?? headers.get(`webhook-${name}`) ?? "";
  return { id: read("id"), timestamp: read("timestamp"), signatures: read("signature") };
}

/** @returns null for other events @throws {AppError} invalid_json */
function readReport(body: Uint8Array, now: Date): Report | null {
  const event = Event.safeParse(parseJson(body, "The report isn't valid JSON."));
  if (!event.success) return null;
  const { type, created_at, data } = event.data;
  const at = Date.parse(created_at);
  return {
    emailId: data.email_id,
    status: STATUSES[type],
    isPermanent: data.bounce?.type === "Permanent",
    at: Number.isNaN(at) || at > now.getTime() ? now : new Date(at),
  };
}

/** Serves `POST /api/provider/resend`: Resend's reports about emails, signed with `RESEND_WEBHOOK_SECRET`. */
export const serveResendReport: Handler = (request) => {
  const { resendWebhookSecret } = settings().email;
  const entry = new RequestLog(newId(), request.method, "/api/provider/resend");
  return serveApi(async () => {
    if (resendWebhookSecret === undefined) throw notFound();
    requireMethod(request, "POST");
    const now = new Date();
    const report = await withBody(request, { maxBytes: MAX_BYTES, tooLarge }, (body) => {
      if (isSigned(resendWebhookSecret, readSignature(request.headers), body, now))
        return readReport(body, now);
      throw new AppError("signature_invalid", "The signature isn't valid for this report.");
    });
    if (report) await recordEmailReport(report.emailId, report, now);
    return jsonResponse(200, { data: { received: true } });
  }, entry);
};
