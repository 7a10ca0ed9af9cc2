import { z } from "zod";
import { Cursor, Limit } from "#lib/core/cursor";
import { Id, OneLine, Text, Timestamp, TrimmedText } from "#lib/core/text";
import { RecipientIds } from "#lib/recipients/schema";
import { Turnstile } from "#lib/turnstile/schema";

const HttpsOrigin = z
  .string("must be text")
  .max(300, "must have at most 300 characters")
  .transform((text, issue) => {
    const url = URL.parse(text);
    const isOrigin =
      url?.protocol === "https:" && /^https:\/\/[^/?#@\\\s*]+$/i.test(text) && url.hostname !== "";
    if (url && isOrigin) return url.origin;
    issue.addIssue({
      code: "custom",
      message:
        "must be an HTTPS origin like https://example.com, without path, credentials or wildcard",
    });
    return z.NEVER;
  });

const AllowedOrigins = z
  .array(HttpsOrigin, "must be a list of origins")
  .max(10, "must have at most 10 origins")
  .transform((origins) => [...new Set(origins)])
  .meta({
    description:
      "Up to 10 HTTPS origins without paths or credentials. Empty: any origin. Otherwise a submission must carry an exactly matching Origin header.",
  });

/** An authority without user info, then anything but spaces, control characters and backslashes. */
const HTTPS_URL = /^https:\/\/[^/?#@\\\s]+([/?#][^\\\s\p{Cc}]*)?$/iu;

/** Escaped, other letters than ASCII take up to nine times the room, and proxies cut long headers. */
const MAX_REDIRECT_CHARACTERS = 2000;

function isHttpsUrl(text: string): boolean {
  return text === "" || (HTTPS_URL.test(text) && URL.canParse(text));
}

function fitsLocation(text: string): boolean {
  return (URL.parse(text)?.href.length ?? 0) <= MAX_REDIRECT_CHARACTERS;
}

const RedirectUrl = Text(0, MAX_REDIRECT_CHARACTERS)
  .refine(isHttpsUrl, "must be an HTTPS URL without credentials, or empty")
  .refine(fitsLocation, `must have at most ${MAX_REDIRECT_CHARACTERS} characters when escaped`)
  .describe(
    "Where HTML responses lead: an HTTPS URL without credentials, or empty for the hosted thank-you page.",
  );

const Honeypot = z
  .string("must be text")
  .regex(
    /^[A-Za-z][A-Za-z0-9_]{0,63}$/,
    "must be 1 to 64 letters, digits or underscores and start with a letter",
  )
  .describe(
    "Field name that people never fill; 1-64 letters, digits or underscores, a letter first. Default `botcheck`.",
  );

const Days = z
  .int("must be a whole number of days")
  .min(1, "must be 1 to 365 days")
  .max(365, "must be 1 to 365 days");

const UPLOADS = "Whether files come with messages, and how long they are kept.";
const uploads = {
  enabled: z
    .boolean("must be true or false")
    .describe("Whether files are accepted; default false."),
  retentionDays: Days.describe("Days that uploaded files are kept, 1-365; default 30."),
};

const members = {
  subject: OneLine(1, 150).describe(
    "Subject of notification mails; 1-150 characters, one line. Default `New form submission`.",
  ),
  allowedOrigins: AllowedOrigins,
  redirectUrl: RedirectUrl,
  honeypot: Honeypot,
  messageRetentionDays: Days.nullable().describe(
    "Days that new messages are kept, 1-365; null (default): until deleted.",
  ),
};

export const FormSettings = z
  .strictObject({ ...members, uploads: z.strictObject(uploads).describe(UPLOADS) })
  .describe("Complete settings, defaults filled in.");
export type FormSettings = z.output<typeof FormSettings>;

/** Some of the settings; what is left out keeps its value, also inside `uploads`. */
export const FormSettingsInput = z
  .strictObject({ ...members, uploads: z.strictObject(uploads).partial().describe(UPLOADS) })
  .partial()
  .describe("Some of the settings; what is left out keeps its value or gets its default.");
export type FormSettingsInput = z.output<typeof FormSettingsInput>;

export const DEFAULT_SETTINGS: FormSettings = {
  subject: "New form submission",
  allowedOrigins: [],
  redirectUrl: "",
  honeypot: "botcheck",
  messageRetentionDays: null,
  uploads: { enabled: false, retentionDays: 30 },
};

const FormName = TrimmedText(1, 80).describe("1-80 characters, trimmed.");
const FormStatus = z
  .enum(["active", "paused"], { error: "must be active or paused" })
  .describe("`paused`: intake answers 403 form_paused; stored messages stay.");

export const FormSummary = z
  .strictObject({
    id: Id.describe("UUID of the form."),
    name: FormName,
    status: FormStatus,
    recipientIds: z.array(Id).describe("Verified recipients that are notified by default."),
    settings: FormSettings,
    createdAt: Timestamp,
    updatedAt: Timestamp,
  })
  .describe("A form as lists show it.");
export type FormSummary = z.output<typeof FormSummary>;

export const Form = FormSummary.extend({
  publicKey: z.string().describe("The key of `POST /f/{publicKey}`; it only receives messages."),
}).describe("A form.");
export type Form = z.output<typeof Form>;

/** A form as a single read shows it: with the widget's public configuration, null when none is connected. */
export const FormWithWidget = Form.extend({
  turnstile: Turnstile.nullable().describe("The anti-spam widget; null when none is connected."),
}).describe("A form with its anti-spam widget.");
export type FormWithWidget = z.output<typeof FormWithWidget>;

export const CreateFormInput = z.strictObject({
  name: FormName,
  recipientIds: RecipientIds(1).describe("1-5 distinct verified recipients."),
  settings: FormSettingsInput.optional(),
});
export type CreateFormInput = z.output<typeof CreateFormInput>;

export const UpdateFormInput = z
  .strictObject({
    name: FormName,
    status: FormStatus,
    recipientIds: RecipientIds(0).describe(
      "Up to 5 distinct verified recipients. Empty: no default notification mails.",
    ),
    settings: FormSettingsInput,
  })
  .partial()
  .refine(
    (input) => Object.keys(input).length > 0,
    "must have at least one of name, status, recipientIds, settings",
  )
  .meta({ description: "At least one of the members.", minProperties: 1 });
export type UpdateFormInput = z.output<typeof UpdateFormInput>;

export const ListFormsQuery = z.object({
  limit: Limit(100, 25),
  cursor: Cursor.optional(),
});
export type ListFormsQuery = z.output<typeof ListFormsQuery>;
