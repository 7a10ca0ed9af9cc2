import { expect, test } from "vitest";
import { OUT_OF_DATE } from "#components/form/action-result.ts";
import { actionResult } from "#components/form/server-action.ts";
import { AppError } from "#lib/core/errors";
import { parseInput } from "#lib/http/parse";
import { MessageIds } from "#lib/submissions/inbox-schema";

test("invalid input from a button asks the user to reload and shows no API path", async () => {
  const result = await actionResult(null, async () => parseInput(MessageIds, ["nothing"]));
  expect(result).toMatchObject({ ok: false, error: { message: OUT_OF_DATE } });
});

test("an invalid form field shows the error only at the field and keeps the values", async () => {
  const data = new FormData();
  data.set("name", "typed");
  data.set("password", "never sent back");
  const result = await actionResult(data, async () => {
    throw new AppError("validation_failed", "The request is not valid: name is required.", {
      details: [{ path: "name", message: "is required" }],
    });
  });
  expect(result).toMatchObject({
    ok: false,
    error: { message: null, details: [{ path: "name", message: "is required" }] },
  });
  expect(result).toHaveProperty("error.values", { name: ["typed"] });
});

test("the message about a possible duplicate email mentions no API property", async () => {
  const result = await actionResult(null, async () => {
    throw new AppError("duplicate_not_acknowledged", "Send acknowledgePossibleDuplicate: true.");
  });
  expect(result).toMatchObject({ error: { message: expect.stringMatching(/can’t confirm/) } });
  expect(result).not.toMatchObject({
    error: { message: expect.stringContaining("acknowledge") },
  });
});
