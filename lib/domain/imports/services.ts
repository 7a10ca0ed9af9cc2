import { isNeverStored } from "#lib/core/fields/control-fields";
import { type ColumnUse, SOURCES, type Source } from "#lib/domain/imports/sources";

/** Properties of a service's export. Column names are folded: lowercase, and trimmed. */
type Profile = {
  /** Columns that together identify this service's export. */
  signs: readonly (readonly string[])[];
  id?: readonly string[];
  date?: readonly string[];
  spam?: readonly string[];
  /** Columns about the export, not the visitor. */
  drop?: readonly string[];
  /** JSON members with the visitor's values. Members outside describe the message. */
  containers?: readonly string[];
  listSeparator?: string;
  /** Dates are in UTC, but have no offset. */
  isUtc?: boolean;
  /** Whether cells that look like formulas begin with an apostrophe. */
  hasApostrophes?: boolean;
};

/** "Timestamp" as Google Forms writes it in several languages. */
const TIMESTAMPS = [
  "timestamp",
  "zeitstempel",
  "horodateur",
  "marca temporal",
  "informazioni cronologiche",
  "carimbo de data/hora",
  "tijdstempel",
  "sygnatura czasowa",
  "tidsstämpel",
  "отметка времени",
  "タイムスタンプ",
  "时间戳记",
];

const PROFILES: Readonly<Record<Source, Profile>> = {
  form_intake: {
    signs: [
      ["id", "received_at", "form", "folder"],
      ["id", "formid", "receivedat", "folder"],
    ],
    id: ["id"],
    date: ["received_at", "receivedat"],
    spam: ["folder"],
    drop: [
      "form",
      "formid",
      "formname",
      "answered_at",
      "answered_by",
      "assigned_to",
      "internal_notes",
    ],
    containers: ["fields"],
    listSeparator: ", ",
    isUtc: true,
    hasApostrophes: true,
  },
  formspree: {
    signs: [["_date"]],
    id: ["_id"],
    date: ["_date"],
    spam: ["_status"],
    isUtc: true,
  },
  netlify: {
    signs: [["ordered_human_fields"], ["ip", "user_agent", "referrer", "created_at"]],
    id: ["id"],
    date: ["created_at"],
    containers: ["data"],
    isUtc: true,
  },
  basin: {
    signs: [["payload_params"], ["spam", "spam_reason", "created_at"]],
    id: ["id"],
    date: ["created_at"],
    spam: ["spam"],
    containers: ["payload_params"],
    isUtc: true,
  },
  getform: {
    signs: [],
    id: ["id", "submission id"],
    date: ["submission date", "submissiondate", "submission_date"],
    drop: ["form id", "formid"],
  },
  formspring: {
    signs: [
      ["id", "status", "submitted_at"],
      ["submitted_at", "payload"],
    ],
    id: ["id"],
    date: ["submitted_at"],
    spam: ["status"],
    containers: ["payload"],
    listSeparator: "|",
    isUtc: true,
  },
  typeform: {
    signs: [["submit date (utc)"], ["network id"]],
    id: ["#"],
    date: ["submit date (utc)"],
    drop: ["start date (utc)", "network id", "response type", "stage date (utc)", "tags", "ending"],
    isUtc: true,
  },
  tally: {
    signs: [["submission id", "respondent id", "submitted at"]],
    id: ["submission id"],
    date: ["submitted at"],
    drop: ["respondent id"],
    listSeparator: ", ",
    isUtc: true,
  },
  google_forms: { signs: TIMESTAMPS.map((name) => [name]), date: TIMESTAMPS, listSeparator: ", " },
  gravity_forms: {
    signs: [
      ["entry id", "entry date", "source url"],
      ["entry id", "entry date", "created by (user id)"],
    ],
    id: ["entry id"],
    date: ["entry date"],
    drop: [
      "created by (user id)",
      "transaction id",
      "payment amount",
      "payment date",
      "payment status",
      "post id",
    ],
    listSeparator: ", ",
  },
  // Flamingo's only certain column is the last one, "Date" in the site's language, with an offset.
  flamingo: { signs: [], listSeparator: ", ", hasApostrophes: true },
  wpforms: {
    signs: [["entry id", "entry date"], ["entry id", "date created"], ["entry_id"]],
    id: ["entry id", "entry_id"],
    date: ["entry date", "date created", "date"],
    drop: ["entry notes", "viewed", "starred", "geolocation"],
  },
  jotform: {
    signs: [["submission date", "submission id"]],
    id: ["submission id"],
    date: ["submission date"],
  },
  other: { signs: [] },
};

const ADDRESS = /^(user |client |remote |visitor )?ip( address)?$|^remote addr$|^browser ip/;
const BROWSER = /^(user )?(agent|browser)$|^useragent$|^(browser|user) (agent|name)$/;
const REFERRER = /^(http )?referr?er$/;
const IDS = /^_?(id|uuid|entry id|submission id|response id|message id)$/;
const DATES =
  /^_?(date|timestamp|time|datetime|created( at| on)?|submitted( at| on)?|received( at)?|submission (date|time)|entry date|date created|date submitted|horodateur|zeitstempel|marca temporal|informazioni cronologiche|carimbo de data hora|tijdstempel|datum|fecha|fecha de envio|datum a cas|tidsstampel|отметка времени)$/;
const SPAM = /^(is )?spam$/;

/** A column's name for comparisons: lowercase, underscores and dots as blanks. */
function toWords(name: string): string {
  return name
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[_\-.:/]+/g, " ")
    .trim();
}

const fold = (name: string) => name.trim().toLowerCase();

/** Returns the last part of a JSON path, and the members that contain it. */
function partsOf(column: string): { container: string | null; name: string } {
  const [first = "", ...rest] = column.split(".");
  return rest.length > 0
    ? { container: fold(first), name: rest.join(".") }
    : { container: null, name: first };
}

/** Guesses an export's service by its columns. `dateOf`: whether a column has dates with offsets. */
export function guessSource(
  columns: readonly string[],
  dateOf: (column: string) => boolean,
): Source {
  const names = new Set(
    columns.flatMap((column) => [fold(column), partsOf(fold(column)).container]),
  );
  const found = SOURCES.find((source) =>
    PROFILES[source].signs.some((all) => all.every((name) => names.has(name))),
  );
  if (found) return found;
  const last = columns.at(-1);
  return columns.length > 1 && last && !last.includes(".") && dateOf(last) ? "flamingo" : "other";
}

export function isUtcSource(source: Source): boolean {
  return PROFILES[source].isUtc === true;
}

export function hasApostrophes(source: Source): boolean {
  return PROFILES[source].hasApostrophes === true;
}

export function separatorOf(source: Source): string {
  return PROFILES[source].listSeparator ?? ", ";
}

/** A column's use, and the name of its field. */
type ColumnGuess = { use: ColumnUse; name: string };

/** Returns whether a column has a visitor's value, if the service's export separates these. */
export function isInContainer(source: Source, column: string): boolean {
  const { container } = partsOf(column);
  return container !== null && PROFILES[source].containers?.includes(container) === true;
}

/** Properties of the file that help to guess a column's use. */
type ColumnContext = {
  /** Whether the visitor's values are separate, so that the columns outside aren't values. */
  hasContained?: boolean;
  /** Whether this is the only column with dates. */
  isOnlyDate?: boolean;
};

/** Guesses the use of a column. Pure. */
export function guessColumn(
  source: Source,
  column: string,
  { hasContained = false, isOnlyDate = false }: ColumnContext = {},
): ColumnGuess {
  const profile = PROFILES[source];
  const { name } = partsOf(column);
  const isInside = isInContainer(source, column);
  const own = isInside ? name : column;
  const key = fold(own);
  const words = toWords(name);
  const use = (kind: ColumnUse): ColumnGuess => ({ use: kind, name: own });
  if (ADDRESS.test(words) || BROWSER.test(words) || isNeverStored(own)) return use("drop");
  if (isInside) return use(REFERRER.test(words) ? "drop" : "field");
  if (profile.id?.includes(key) || (!profile.id && IDS.test(words))) return use("id");
  if (profile.date?.includes(key) || isOnlyDate || (!profile.date && DATES.test(words)))
    return use("date");
  if (profile.spam?.includes(key) || (!profile.spam && SPAM.test(words))) return use("spam");
  if (key === "fields_json" || key === "other fields") return use("fields");
  const isAbout = hasContained || profile.drop?.includes(key) || REFERRER.test(words);
  return use(isAbout ? "drop" : "field");
}
