import { z } from "zod";
import { httpUrl, present } from "#lib/core/settings/setting-shapes";

/** A server with the chat completions API of OpenAI, and the model to ask there. */
export type SpamModelServer = { endpoint: string; model: string; key: string | undefined };

const PATH = "/chat/completions";

/**
 * Returns the endpoint from the URL that operators enter: a server, the base URL of its API, or the
 * endpoint itself.
 */
function toEndpoint(text: string): string {
  const url = new URL(text);
  const path = url.pathname.replace(/\/+$/, "");
  url.pathname = path.endsWith(PATH) ? path : `${path || "/v1"}${PATH}`;
  return url.href;
}

/** The settings about an operator's own model, by their environment variables. */
export const SPAM_MODEL_SHAPE = {
  SPAM_MODEL_URL: httpUrl
    .refine((text) => {
      const url = URL.parse(text);
      return url !== null && !url.username && !url.password && !url.hash;
    }, "must not contain credentials or a #fragment; SPAM_MODEL_KEY is sent as a bearer token")
    .optional(),
  SPAM_MODEL: present.max(200, "must be at most 200 characters").optional(),
  SPAM_MODEL_KEY: z
    .string()
    .trim()
    .regex(/^[!-~]+$/, "must be printable ASCII characters without spaces")
    .optional(),
};

const Values = z.object(SPAM_MODEL_SHAPE);
type Values = z.output<typeof Values>;

/** @returns why these settings don't go together, as one line that names a setting, or null */
export function findSpamModelConflict(values: Values): string | null {
  const { SPAM_MODEL_URL: url, SPAM_MODEL: model, SPAM_MODEL_KEY: key } = values;
  if (url && !model) return "SPAM_MODEL is required when SPAM_MODEL_URL is set";
  if (model && !url) return "SPAM_MODEL_URL is required when SPAM_MODEL is set";
  return key && !url ? "SPAM_MODEL_URL is required when SPAM_MODEL_KEY is set" : null;
}

/** Returns the model to ask about spam; null for none. */
export function toSpamModel(values: Values): SpamModelServer | null {
  const { SPAM_MODEL_URL: url, SPAM_MODEL: model, SPAM_MODEL_KEY: key } = values;
  return url && model ? { endpoint: toEndpoint(url), model, key } : null;
}
