import { expect, test } from "vitest";
import { toFieldErrors } from "#components/form/action-result.ts";

test.each([
  ["must have 1 to 5 recipients", "Select 1 to 5 recipients."],
  ["must have at most 5 recipients", "Select at most 5 recipients."],
  ["must have at least one scope", "Select at least one scope."],
  ["must be 1 to 80 characters", "Enter 1 to 80 characters."],
  ["must be a whole number from 1 to 365", "Enter a whole number from 1 to 365."],
  [
    "must be an HTTPS URL without credentials, or blank",
    "Must be an HTTPS URL without credentials, or blank.",
  ],
  ["must have at most 10 origins", "Must have at most 10 origins."],
])("%s", (message, sentence) => {
  expect(toFieldErrors([{ path: "field", message }])).toEqual({ field: sentence });
});
