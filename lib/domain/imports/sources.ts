// Doesn't use Zod, because pages load this file.

/** The services whose exports are recognized. `other`: any file with a header line, or a list of objects. */
export const SOURCES = [
  "form_intake",
  "formspree",
  "basin",
  "netlify",
  "getform",
  "formspring",
  "typeform",
  "tally",
  "google_forms",
  "gravity_forms",
  "flamingo",
  "wpforms",
  "jotform",
  "other",
] as const;
export type Source = (typeof SOURCES)[number];

export const SOURCE_NAMES: Readonly<Record<Source, string>> = {
  form_intake: "Form Intake",
  formspree: "Formspree",
  netlify: "Netlify Forms",
  basin: "Basin",
  getform: "Getform",
  formspring: "Formspring",
  typeform: "Typeform",
  tally: "Tally",
  google_forms: "Google Forms",
  gravity_forms: "Gravity Forms",
  flamingo: "Flamingo (Contact Form 7)",
  wpforms: "WPForms",
  jotform: "Jotform",
  other: "another service",
};

/** The uses of a file's column. */
export const COLUMN_USES = ["field", "fields", "date", "id", "spam", "drop"] as const;
export type ColumnUse = (typeof COLUMN_USES)[number];

/** The order of a date's numbers. `epoch`: seconds or milliseconds since 1970. */
export const DATE_FORMATS = ["ymd", "dmy", "mdy", "epoch"] as const;
export type DateFormat = (typeof DATE_FORMATS)[number];

export const ENCODINGS = ["utf-8", "utf-16le", "utf-16be", "windows-1252"] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** The limits of an import. The maximum size of a file is the setting IMPORT_LIMIT_MB. */
export const IMPORT_LIMITS = {
  rows: 100_000,
  /**
   * The size of a file's part in bytes. As base64 in JSON, it fits into the request body of a
   * serverless function.
   */
  partBytes: 3 * 1024 * 1024,
  /** The maximum number of problems that are listed; all of them are counted. */
  problems: 200,
  /** Imports of a workspace in 24 hours. */
  perDay: 20,
  /** For how many days an import can be undone. */
  undoDays: 7,
  /** After how many hours a file that no one imports is deleted. */
  fileHours: 24,
  /** After how many days the record of an import is deleted. Its messages aren't deleted. */
  recordDays: 90,
} as const;

/** A part as base64 with the JSON around it. */
export const MAX_PART_BODY_BYTES = (4 * 1024 + 16) * 1024;
/** Settings are large because column names can be whole questions. */
export const MAX_SETTINGS_BODY_BYTES = 512 * 1024;

export const IMPORT_STATUSES = [
  "uploading",
  "checking",
  "ready",
  "importing",
  "completed",
  "canceled",
  "failed",
  "undoing",
  "undone",
] as const;
export type ImportStatus = (typeof IMPORT_STATUSES)[number];
