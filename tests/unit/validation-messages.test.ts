import { expect, test } from "vitest";
import type { z } from "zod";
import { AppError } from "#lib/core/errors";
import { accountEndpoints } from "#lib/http/contracts/account";
import { endpoints } from "#lib/http/contracts/index";
import { parseInput } from "#lib/http/parse";

const LONG = "x".repeat(30_000);
const VALUES = [null, 1, 1.5, -1, 1e20, true, "", "x", "\u0000", LONG, [], [1], ["x"], {}, [{}]];

function messagesOf(body: z.ZodType, input: unknown): string[] {
  try {
    parseInput(body, input);
    return [];
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return error.details?.map(({ message }) => message) ?? [];
  }
}

/** The value, and copies of it in which one part, however deep, is a wrong one. */
function* withWrongParts(value: unknown): Generator<unknown> {
  yield* VALUES;
  if (typeof value !== "object" || value === null) return;
  for (const [key, part] of Object.entries(value))
    for (const wrong of withWrongParts(part))
      yield Array.isArray(value) ? value.with(Number(key), wrong) : { ...value, [key]: wrong };
}

test.each(
  [...endpoints, ...accountEndpoints].flatMap(({ method, path, body, ...more }) =>
    body ? [{ method, path, body, example: "example" in more ? more.example?.body : {} }] : [],
  ),
)("$method $path explains wrong values in our words, not the schema library's", (endpoint) => {
  const { body, example } = endpoint;
  const keys = Object.keys("shape" in body ? (body.shape as object) : {});
  const base = { ...Object.fromEntries(keys.map((key) => [key, ["x"]])), ...(example ?? {}) };
  const messages = [...withWrongParts(base)].flatMap((input) => messagesOf(body, input));
  for (const message of new Set(messages))
    expect(message).not.toMatch(/^(Invalid|Too|Unrec|Expec)/);
});
