import { expect, test } from "vitest";
import { answerForm } from "#components/form/answer-form";
import { OUT_OF_DATE } from "#components/form/form-state";
import { AppError } from "#lib/core/errors";
import { parseInput } from "#lib/http/parse";
import { MessageIds } from "#lib/submissions/inbox-schema";

test("a button whose input is rejected says what to do, and names no path of the API", async () => {
  const state = await answerForm(null, async () => {
    parseInput(MessageIds, ["nothing"]);
    return {};
  });
  expect(state).toMatchObject({ status: "refused", message: OUT_OF_DATE });
});

test("a form whose field is rejected says so at the field alone", async () => {
  const data = new FormData();
  data.set("name", "typed");
  const state = await answerForm(data, async () => {
    throw new AppError("validation_failed", "The request is not valid: name is required.", {
      details: [{ path: "name", message: "is required" }],
    });
  });
  expect(state).toMatchObject({
    message: null,
    fieldErrors: { name: "Is required." },
    values: { name: ["typed"] },
  });
});

test("an email that may have arrived is explained without a property of the API", async () => {
  const state = await answerForm(null, async () => {
    throw new AppError("duplicate_not_acknowledged", "Send acknowledgePossibleDuplicate: true.");
  });
  expect(state.message).toMatch(/can’t confirm/);
  expect(state.message).not.toContain("acknowledge");
});
