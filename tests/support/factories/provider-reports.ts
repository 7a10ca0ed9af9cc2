import { Webhook } from "standardwebhooks";
import { db } from "#lib/adapters/db/database";
import { newId } from "#lib/core/ids";
import { toWebResponse } from "#lib/entry/http/http-types";
import { serveResendReport } from "#lib/entry/operations/serve-provider";

/** A signing secret as Resend makes them. */
export const REPORT_SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

export type SentReport = {
  type?: string;
  /** The provider's ID of the email. */
  emailId: string | null;
  bounceType?: string;
  /** The time of the event. */
  at?: Date;
};

/** A report in the shape of Resend's documentation. */
export function reportBody({ emailId, bounceType, ...sent }: SentReport): string {
  const { type = "email.delivered", at = new Date() } = sent;
  const bounce = { message: "The mailbox doesn't exist.", subType: "General", type: bounceType };
  return JSON.stringify({
    type,
    created_at: at.toISOString(),
    data: {
      created_at: "2026-11-21T10:00:00.000Z",
      email_id: emailId,
      from: "Form Intake <forms@example.com>",
      to: ["owner@example.com"],
      subject: "New form submission",
      ...(bounceType ? { bounce } : {}),
    },
  });
}

/** Headers that sign a body as Resend does, or with the standard's names. */
export function signatureOf(
  body: string,
  options: { id?: string; at?: Date; secret?: string; prefix?: "svix" | "webhook" } = {},
): Record<string, string> {
  const { id = `msg_${newId()}`, at = new Date(), secret = REPORT_SECRET } = options;
  const { prefix = "svix" } = options;
  return {
    "content-type": "application/json",
    [`${prefix}-id`]: id,
    [`${prefix}-timestamp`]: String(Math.floor(at.getTime() / 1000)),
    [`${prefix}-signature`]: new Webhook(secret).sign(id, at, body),
  };
}

/** Posts a body to the endpoint of Resend's reports. */
export async function postReport(
  body: string | Uint8Array<ArrayBuffer>,
  headers: Record<string, string>,
): Promise<Response> {
  const url = "http://localhost:3000/api/provider/resend";
  const request = new Request(url, { method: "POST", body, headers });
  return toWebResponse(await serveResendReport(request, () => undefined));
}

/** Reports something about an email, correctly signed. */
export async function report(sent: SentReport): Promise<Response> {
  const body = reportBody(sent);
  return postReport(body, signatureOf(body));
}

/** The emails about a message, oldest first. */
export function emailsAbout(submissionId: string) {
  return db().delivery.findMany({
    where: { submissionId, channel: "email" },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
  });
}
