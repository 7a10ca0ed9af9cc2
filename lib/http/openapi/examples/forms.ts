import type { Form, FormSettings, FormSummary } from "#lib/forms/schema";
import { IDS, intakeExamples, TIMES } from "#lib/http/openapi/examples/example";
import type { Recipient } from "#lib/recipients/schema";
import type { Turnstile } from "#lib/turnstile/schema";

export const recipient: Recipient = {
  id: IDS.recipient,
  email: "hello@example.com",
  status: "verified",
  verifiedAt: TIMES.created,
  createdAt: TIMES.created - 60_000,
};

export const settings: FormSettings = {
  subject: "New message from the website",
  allowedOrigins: ["https://www.example.com"],
  redirectUrl: "https://www.example.com/thanks",
  honeypot: "botcheck",
  messageRetentionDays: null,
  uploads: { enabled: true, retentionDays: 30 },
};

export const formSummary: FormSummary = {
  id: IDS.form,
  name: "Contact",
  status: "active",
  recipientIds: [IDS.recipient],
  settings,
  createdAt: TIMES.created,
  updatedAt: TIMES.created,
};

export const form: Form = { ...formSummary, publicKey: intakeExamples.publicKey };

/** A widget that no visitor has passed yet. */
export const turnstile: Turnstile = {
  siteKey: "0x4AAAAAAADnPIDROrmt1Wwj",
  hostnames: ["www.example.com"],
  enabled: true,
  verifiedAt: null,
  updatedAt: TIMES.created,
};
