import { z } from "zod";
import {
  HEADER_NAME,
  HEADER_VALUE,
  headerKey,
  isMaskedValue,
  isReservedHeader,
  MASKED_VALUE,
  MAX_HEADER_NAME,
  MAX_HEADER_VALUE,
  MAX_HEADERS,
} from "#lib/domain/endpoints/header-rules";

export const WebhookHeader = z
  .strictObject({
    name: z.string().describe("As it's sent."),
    value: z
      .string()
      .describe("Masked: an ellipsis, and the last four characters if it has at least 12."),
  })
  .describe("A header that the endpoint gets besides ours.");
export type WebhookHeader = z.output<typeof WebhookHeader>;

const HeaderInput = z
  .strictObject({
    name: z
      .string("must be a string")
      .regex(
        HEADER_NAME,
        `must be the name of an HTTP header, like X-Api-Key, with at most ${MAX_HEADER_NAME} characters`,
      )
      .refine((name) => !isReservedHeader(name), "must not be a reserved name")
      .meta({
        description:
          "1–100 characters, unique in any case. Must not be `Host`, a header that we send or that belongs to the connection, or begin with `Webhook-`, `Content-`, or `Proxy-`.",
        pattern: HEADER_NAME.source,
        maxLength: MAX_HEADER_NAME,
      }),
    value: z
      .string("must be a string")
      .trim()
      .refine(
        (value) => HEADER_VALUE.test(value) || isMaskedValue(value),
        `must be 1 to ${MAX_HEADER_VALUE.toLocaleString("en")} letters, digits, spaces, and signs of ASCII`,
      )
      .meta({
        description:
          "1–1,000 characters of printable ASCII, stored encrypted. The masked value of a saved header keeps what is stored under its name.",
        pattern: `${HEADER_VALUE.source}|${MASKED_VALUE.source}`,
        maxLength: MAX_HEADER_VALUE,
      }),
  })
  .describe("A header that the endpoint gets besides ours.");

export const HeadersInput = z
  .array(HeaderInput, "must be a list of headers")
  .max(MAX_HEADERS, `must have at most ${MAX_HEADERS} headers`)
  .superRefine((headers, issue) => {
    const seen = new Set<string>();
    headers.forEach(({ name }, index) => {
      const key = headerKey(name);
      if (seen.has(key))
        issue.addIssue({
          code: "custom",
          path: [index, "name"],
          message: "must be unique among the headers",
        });
      seen.add(key);
    });
  })
  .describe(
    "Headers that every request to the endpoint has besides ours, up to 10. Omit to keep those that are saved. If the URL's host changes, every value is needed again.",
  );
export type HeadersInput = z.output<typeof HeadersInput>;
