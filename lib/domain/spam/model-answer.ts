import { z } from "zod";
import type { Signal } from "#lib/domain/spam/signals";

/** The reasons that a model can give, as described to the model and as shown to people. */
export const REASONS = {
  advertising: { meaning: "an offer of products or services", text: "advertising" },
  seo: {
    meaning: "an offer of search ranking, web design, or backlinks",
    text: "an offer for SEO or web design",
  },
  phishing: { meaning: "fraud, threats, or a wish for secrets", text: "phishing or fraud" },
  money: {
    meaning: "crypto, trading, loans, gambling, or prizes",
    text: "crypto, loans, or gambling",
  },
  adult: { meaning: "sex, dating, or pills", text: "adult content" },
  gibberish: { meaning: "random letters or words without meaning", text: "text without meaning" },
  links: { meaning: "it exists to place links", text: "promotion of links" },
  lists: { meaning: "surveys, newsletters, or contact lists", text: "a survey or list building" },
  other: { meaning: "any other unsolicited offer or request", text: "another unsolicited offer" },
  genuine: { meaning: "a genuine message", text: "a genuine message" },
} as const;

const VERDICTS = ["spam", "unsure", "fine"] as const;
const REASON_CODES = Object.keys(REASONS) as (keyof typeof REASONS)[];

const Answer = z.strictObject({ verdict: z.enum(VERDICTS), reason: z.enum(REASON_CODES) });
type Answer = z.output<typeof Answer>;

/**
 * The JSON Schema of the model's response. It's written out, because servers support only a part of
 * the standard.
 */
export const ANSWER_SCHEMA = {
  type: "object",
  properties: {
    verdict: { type: "string", enum: VERDICTS },
    reason: { type: "string", enum: REASON_CODES },
  },
  required: ["verdict", "reason"],
  additionalProperties: false,
};

/**
 * Text that some models write before their response, closed or not. The response itself contains
 * nothing nested.
 */
const THINKING = /^[\s\S]*<\/think(?:ing)?>|<think(?:ing)?>[\s\S]*$/;
const OBJECTS = /\{[^{}]*\}/g;

function parseObject(text: string): Answer[] {
  try {
    const parsed = Answer.safeParse(JSON.parse(text));
    return parsed.success ? [parsed.data] : [];
  } catch {
    return [];
  }
}

/**
 * Finds the response in the model's output, even in a code block, after its thoughts, or between sentences. Null
 * if there is none, or if there are two different ones.
 */
export function parseAnswer(said: string): Answer | null {
  const objects = said.replace(THINKING, "").match(OBJECTS) ?? [];
  const [answer, ...others] = objects.flatMap(parseObject);
  if (!answer) return null;
  const isSame = (other: Answer) =>
    other.verdict === answer.verdict && other.reason === answer.reason;
  // A message can't be spam because it's genuine.
  if (answer.verdict === "spam" && answer.reason === "genuine") return null;
  return others.every(isSame) ? answer : null;
}

/**
 * Converts a response to a signal. It has fewer points than the rules, since a message can try to
 * persuade a model.
 */
export function toSignal({ verdict, reason }: Answer): Signal {
  const { text } = REASONS[reason];
  if (verdict === "spam") return { code: "model", points: 3, text: `The model’s verdict: ${text}` };
  if (verdict === "fine")
    return { code: "model", points: -1, text: `The model’s verdict: ${REASONS.genuine.text}` };
  const doubt = reason === "genuine" ? "" : `: perhaps ${text}`;
  return { code: "model", points: 1, text: `The model isn’t sure${doubt}` };
}
