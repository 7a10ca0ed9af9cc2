import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { ModelCard } from "../../app/(dashboard)/operator/model-card";

const MODEL = {
  name: "gemma3:4b",
  host: "localhost:11434",
  lastVerdictAt: Date.parse("2026-11-29T10:00:00Z"),
  failuresInRow: 0,
  problem: null,
};

const card = (change: object | null) =>
  renderToStaticMarkup(<ModelCard model={change && { ...MODEL, ...change }} />);

test("the card says which model is asked, and whether it responds", () => {
  for (const text of ["gemma3:4b", "localhost:11434", "Works"]) expect(card({})).toContain(text);
  expect(card({})).not.toContain("judged without");
  expect(card({ lastVerdictAt: null })).toContain("Not asked yet");
  const failing = card({ failuresInRow: 5, problem: "The server fails (5xx)." });
  expect(failing).toContain("Doesn’t respond");
  expect(failing).toMatch(/judged without the model until it responds\. The server fails/);
  expect(card({ problem: "The model said something else." })).toContain(
    "The latest message was judged without the model.",
  );
});

test("there is no card without a model", () => {
  expect(card(null)).toBe("");
});
