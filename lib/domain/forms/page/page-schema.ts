import { z } from "zod";
import { GivenRevision, Revision } from "#lib/core/revision";
import { HTTP_URL_PATTERN, OneLine, STORABLE_PATTERN, Text } from "#lib/core/text";

export const LANGUAGES = [
  "en",
  "de",
  "fr",
  "es",
  "it",
  "pt",
  "pt-BR",
  "nl",
  "pl",
  "uk",
  "tr",
  "ar",
  "he",
  "ja",
  "zh",
  "zh-Hant",
] as const;
export type Language = (typeof LANGUAGES)[number];

/** Languages whose names are older than their second variety, with the variety that they mean. */
const VARIETIES: Partial<Record<Language, string>> = { pt: "pt-PT", zh: "zh-Hans" };

/** Returns the BCP 47 tag of a language's texts, for `lang` and `Intl`. */
export function languageTagOf(language: Language): string {
  return VARIETIES[language] ?? language;
}

function own<T extends z.ZodType>(text: T, description: string) {
  return text
    .nullable()
    .default(null)
    .describe(`${description} Null for ours in the visitor's language.`);
}

const HTTP_URL = /^https?:\/\/[^/?#@\\\s]+([/?#][^\\\s\p{Cc}]*)?$/iu;

/** `#rrggbb`, in lower case. */
export function HexColor() {
  return z
    .string("must be a string")
    .regex(/^#[0-9a-f]{6}$/i, "must be a color like #2751b4")
    .toLowerCase();
}

/** Saving doesn't change `logoUrl`. */
const members = {
  title: own(OneLine(1, 120), "Heading of the hosted form, 1–120 characters on one line."),
  intro: own(Text(0, 1000), "Text below the heading, up to 1,000 characters."),
  button: own(OneLine(1, 60), "Label of the button, 1–60 characters on one line."),
  thanksTitle: own(OneLine(1, 120), "Heading of the thank-you page, 1–120 characters on one line."),
  thanksText: own(Text(0, 2000), "Text of the thank-you page, up to 2,000 characters."),
  thanksLinkText: OneLine(1, 60)
    .nullable()
    .default(null)
    .describe("Label of a link on the thank-you page. Null for its address."),
  thanksLinkUrl: Text(1, 2000)
    .refine((url) => HTTP_URL.test(url) && URL.canParse(url), "must be an http or https URL")
    .meta({ format: "uri", pattern: HTTP_URL_PATTERN })
    .nullable()
    .default(null)
    .describe(
      "Where the link on the thank-you page leads: an http or https URL. Null for a link to the form.",
    ),
  accent: HexColor()
    .nullable()
    .default(null)
    .describe(
      "Color of buttons and links, like `#2751b4`. Made darker or lighter to stay readable. Null for the workspace's, or ours.",
    ),
  theme: z
    .enum(["auto", "light", "dark"], { error: "must be auto, light, or dark" })
    .default("auto")
    .describe("`auto` follows the visitor's device."),
  language: z
    .enum(["auto", ...LANGUAGES], { error: `must be auto, ${LANGUAGES.join(", ")}` })
    .default("auto")
    .describe("`auto` follows the visitor's browser."),
  logoUrl: z
    .string("must be a string or null")
    .meta({ pattern: STORABLE_PATTERN })
    .nullable()
    .default(null)
    .describe(
      "Read-only: what you send is ignored. Address of the logo, which is uploaded in the dashboard and changes its address with every upload. Null without one of the form's own: its pages then show the workspace's.",
    ),
  confirmEmail: z
    .boolean("must be true or false")
    .default(false)
    .describe(
      "Whether visitors who leave an email address have to confirm their message by email (double opt-in). Requires a verified Turnstile widget or own challenge.",
    ),
};

export const FormPage = z
  .strictObject({
    revision: Revision,
    ...members,
  })
  .describe("Text and appearance of a form's hosted page and thank-you page.");
export type FormPage = z.output<typeof FormPage>;

/** The part of a form's page that visitors' pages need. */
export const PageContent = z.strictObject(members);
export type PageContent = z.output<typeof PageContent>;

export const UNSAVED_PAGE: PageContent = PageContent.parse({});

export const SavePageInput = z.strictObject({
  revision: GivenRevision,
  ...members,
});
export type SavePageInput = z.output<typeof SavePageInput>;
