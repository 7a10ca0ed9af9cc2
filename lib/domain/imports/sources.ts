// Without Zod, because pages load this file.

/** The services whose exports are recognized. `other`: any file with a line of names, or a list of objects. */
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

/** What happens to a column of a file. */
export const COLUMN_USES = ["field", "fields", "date", "id", "spam", "drop"] as const;
export type ColumnUse = (typeof COLUMN_USES)[number];

/** The order of a date's numbers. `epoch`: seconds or milliseconds since 1970. */
export const DATE_FORMATS = ["ymd", "dmy", "mdy", "epoch"] as const;
export type DateFormat = (typeof DATE_FORMATS)[number];

export const ENCODINGS = ["utf-8", "utf-16le", "utf-16be", "windows-1252"] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** Bounds of an import. The size of a file is in the setting IMPORT_LIMIT_MB. */
export const IMPORT_LIMITS = {
  rows: 100_000,
  /** Bytes of a part of a file. As base64 in JSON it fits into the body of a serverless function. */
  partBytes: 3 * 1024 * 1024,
  /** Problems that are listed; all of them are counted. */
  problems: 200,
  /** Imports of a workspace in 24 hours. */
  perDay: 20,
  /** Days in which an import can be undone. */
  undoDays: 7,
  /** Hours after which a file that no one imports is deleted. */
  fileHours: 24,
  /** Days after which the record of an import is deleted. Its messages stay. */
  recordDays: 90,
} as const;

/** A part as base64 with the JSON around it. */
export const MAX_PART_BODY_BYTES = (4 * 1024 + 16) * 1024;
/** Names of columns are whole questions. */
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
