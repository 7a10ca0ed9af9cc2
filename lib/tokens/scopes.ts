import { z } from "zod";

/** Each scope with what it allows (SPEC, Authentication). */
export const SCOPES = {
  "forms:read": "List forms and read their settings.",
  "forms:write":
    "Create, edit and delete forms; rotate public keys; configure or disconnect the anti-spam widget. Deleting a form deletes its messages.",
  "submissions:read":
    "List and read messages, export CSV, read webhook delivery history and payloads.",
  "submissions:write": "Move or delete messages, retry owner notifications and failed webhooks.",
  "files:read": "Download private, unexpired attachments (reading messages alone is not enough).",
  "recipients:read": "List recipients and their verification status.",
  "recipients:write": "Add recipients or resend a verification.",
  "integrations:read":
    "Read webhook, routing and visitor-reply settings; preview routing and reply drafts.",
  "integrations:write":
    "Configure workflows, rotate webhook secrets, send synthetic webhook tests.",
  "usage:read": "Read monthly counts, folder totals and storage usage.",
} as const;

export type Scope = keyof typeof SCOPES;
export const SCOPE_NAMES = Object.keys(SCOPES) as [Scope, ...Scope[]];
export const ScopeName = z.enum(SCOPE_NAMES, { error: "is not a scope" });
