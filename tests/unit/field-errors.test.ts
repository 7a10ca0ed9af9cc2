import { expect, test } from "vitest";
import { toFieldErrors } from "#components/form/action-result";

test.each([
  ["must have 1 to 5 recipients", "Select 1 to 5 recipients."],
  ["must have at most 5 recipients", "Select at most 5 recipients."],
  ["must have at least one scope", "Select at least one scope."],
  ["must have at most 10 origins", "Must have at most 10 origins."],
])("%s", (message, sentence) => {
  expect(toFieldErrors([{ path: "field", message }])).toEqual({ field: sentence });
});
