import { z } from "zod";
import { Cursor, Limit } from "#lib/core/cursor";
import {
  HTTPS_ORIGIN_PATTERN,
  HTTPS_URL_OR_BLANK_PATTERN,
  Id,
  Name,
  OneLine,
  Text,
  Timestamp,
} from "#lib/core/text";
import { toUploadTypes, UPLOAD_TYPE_NAMES } from "#lib/domain/forms/file-rules";
import { Turnstile } from "#lib/domain/forms/turnstile/schema";
import { RecipientIds } from "#lib/domain/recipients/schema";

const HttpsOrigin = z
  .string("must be a string")
  .max(300, "must be at most 300 characters")
  .transform((text, issue) => {
    const url = URL.parse(text);
    const isOrigin =
      url?.protocol === "https:" && /^https:\/\/[^/?#@\\\s*]+$/i.test(text) && url.hostname !== "";
    if (url && isOrigin) return url.origin;
    issue.addIssue({
      code: "custom",
      message:
        "must be an HTTPS origin like https://example.com, without a path, credentials, or wildcard",
    });
    return z.NEVER;
  });

function listOf(origin: typeof HttpsOrigin) {
  return z
    .array(origin, "must be a list of origins")
    .max(10, "must have at most 10 origins")
    .transform((origins) => [...new Set(origins)])
    .meta({
      description:
        "Up to 10 HTTPS origins without paths or credentials. If empty, any origin is allowed. Otherwise, a submission's Origin header must match one exactly.",
    });
}

/** An authority without user info, then anything except spaces, control characters, and backslashes. */
const HTTPS_URL = /^https:\/\/[^/?#@\\\s]+([/?#][^\\\s\p{Cc}]*)?$/iu;

/** Proxies cut long headers, and escaping makes non-ASCII letters up to nine times longer. */
export const MAX_REDIRECT_CHARACTERS = 2_000;

function isHttpsUrl(text: string): boolean {
  return text === "" || (HTTPS_URL.test(text) && URL.canParse(text));
}

function fitsLocation(text: string): boolean {
  return (URL.parse(text)?.href.length ?? 0) <= MAX_REDIRECT_CHARACTERS;
}

const RedirectUrl = Text(0, MAX_REDIRECT_CHARACTERS)
  .refine(isHttpsUrl, "must be an HTTPS URL without credentials, or blank")
  .refine(fitsLocation, `must be at most ${MAX_REDIRECT_CHARACTERS} characters when URL-encoded`)
  .describe(
    "Where to redirect visitors after they submit: an HTTPS URL without credentials, or empty for our thank-you page.",
  );

const Honeypot = z
  .string("must be a string")
  .regex(
    /^[A-Za-z][A-Za-z0-9_]{0,63}$/,
    "must be 1 to 64 letters, digits, or underscores, starting with a letter",
  )
  .describe(
    "Name of the honeypot field, which people leave empty. 1–64 letters, digits, or underscores, starting with a letter. Defaults to `botcheck`.",
  );

const RetentionDays = z
  .int("must be a whole number of days")
  .min(1, "must be 1 to 365 days")
  .max(365, "must be 1 to 365 days");

const UPLOADS = "Whether the form accepts files, and how long they're kept.";
const uploads = {
  enabled: z
    .boolean("must be true or false")
    .describe("Whether the form accepts files. Defaults to false."),
  retentionDays: RetentionDays.describe(
    "How many days to keep uploaded files, 1–365. Defaults to 30.",
  ),
};

const members = {
  subject: OneLine(1, 150).describe(
    "Subject of notification emails, 1–150 characters on one line. `{{form}}` becomes the form's name, and `{{field}}`, such as `{{name}}`, the submitted value of that field. Defaults to `New form submission`.",
  ),
  allowedOrigins: listOf(HttpsOrigin),
  redirectUrl: RedirectUrl,
  honeypot: Honeypot,
  messageRetentionDays: RetentionDays.nullable().describe(
    "How many days to keep new submissions, 1–365. Null, the default, keeps them until they're deleted.",
  ),
};

export const FormSettings = z
  .strictObject({ ...members, uploads: z.strictObject(uploads).describe(UPLOADS) })
  .describe("All settings, including defaults.");
export type FormSettings = z.output<typeof FormSettings>;

/** A subset of the settings; the others keep their values, including inside `uploads`. */
export const FormSettingsInput = z
  .strictObject({
    ...members,
    // Patterns of the normal form. Stored values may be wider.
    allowedOrigins: listOf(HttpsOrigin.meta({ format: "uri", pattern: HTTPS_ORIGIN_PATTERN })),
    redirectUrl: RedirectUrl.meta({ pattern: HTTPS_URL_OR_BLANK_PATTERN }),
    uploads: z.strictObject(uploads).partial().describe(UPLOADS),
  })
  .partial()
  .describe(
    "Settings to change. Omitted settings keep their current value, or use the default when you create a form.",
  );
export type FormSettingsInput = z.output<typeof FormSettingsInput>;

export const DEFAULT_SETTINGS: FormSettings = {
  subject: "New form submission",
  allowedOrigins: [],
  redirectUrl: "",
  honeypot: "botcheck",
  messageRetentionDays: null,
  uploads: { enabled: false, retentionDays: 30 },
};

const FormName = Name(1, 80).describe("1–80 characters on one line, trimmed.");
const FormStatus = z
  .enum(["active", "paused"], { error: "must be active or paused" })
  .describe(
    "While `paused`, new submissions are rejected with 403 form_paused. Stored submissions are kept.",
  );

export const FormSummary = z
  .strictObject({
    id: Id.describe("UUID of the form."),
    name: z.string().describe("1–80 characters."),
    status: FormStatus,
    recipientIds: z.array(Id).describe("Verified recipients who are notified by default."),
    settings: FormSettings,
    createdAt: Timestamp,
    updatedAt: Timestamp,
  })
  .describe("A form, as it appears in lists.");
export type FormSummary = z.output<typeof FormSummary>;

export const Form = FormSummary.extend({
  publicKey: z
    .string()
    .describe("The key for `POST /f/{publicKey}`. It can only create submissions."),
}).describe("A form.");
export type Form = z.output<typeof Form>;

/** A single form, with the widget's public configuration. */
export const FormWithWidget = Form.extend({
  turnstile: Turnstile.nullable().describe("The Turnstile widget, or null if none is connected."),
}).describe("A form with its Turnstile widget.");
export type FormWithWidget = z.output<typeof FormWithWidget>;

export const CreateFormInput = z.strictObject({
  name: FormName,
  recipientIds: RecipientIds(1).describe("1–5 distinct verified recipients."),
  settings: FormSettingsInput.optional(),
});
export type CreateFormInput = z.output<typeof CreateFormInput>;

const FormChanges = z
  .strictObject({
    name: FormName,
    status: FormStatus,
    recipientIds: RecipientIds(0).describe(
      "Up to 5 distinct verified recipients. If empty, no one is notified by default.",
    ),
    settings: FormSettingsInput,
  })
  .partial();

export const UpdateFormInput = FormChanges.refine(
  (input) => Object.keys(input).length > 0,
  "must include at least one of name, status, recipientIds, settings",
).meta({ description: "At least one property is required.", minProperties: 1 });
export type UpdateFormInput = z.output<typeof UpdateFormInput>;

/** The input of the settings page, including settings that aren't part of `/v1`. */
export const SaveFormInput = FormChanges.extend({
  uploadTypes: z
    .array(z.enum(UPLOAD_TYPE_NAMES))
    .min(1, "must include at least one type")
    .max(UPLOAD_TYPE_NAMES.length)
    .transform(toUploadTypes)
    .optional(),
  /** The words as `BlockedWordsInput` parses them. */
  blockedWords: z.array(z.string()).optional(),
  /** Counted from the arrival of spam; null to keep it until someone deletes it. */
  spamRetentionDays: RetentionDays.nullable().optional(),
});
export type SaveFormInput = z.output<typeof SaveFormInput>;

export const ListFormsQuery = z.object({
  status: FormStatus.optional().describe("Only forms in this state."),
  limit: Limit(100, 25),
  cursor: Cursor.optional(),
});
export type ListFormsQuery = z.output<typeof ListFormsQuery>;
