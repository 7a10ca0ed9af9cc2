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
