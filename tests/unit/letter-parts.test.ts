import { expect, test } from "vitest";
import { letterParts, messageHeader } from "../../app/(dashboard)/inbox/message/letter-parts";

const ADA = { name: "Ada", email: "ada@example.com", replyAddress: "ada@example.com" };
const UNNAMED = { name: null, email: null, replyAddress: null };
const LONG = "A text of more than sixty characters is what someone has written.";

test("a letter is headed by the name, then an address", () => {
  expect(messageHeader(ADA)).toEqual({ title: "Ada", address: "ada@example.com" });
  expect(messageHeader({ ...ADA, name: null })).toEqual({
    title: "ada@example.com",
    address: null,
  });
  expect(messageHeader({ ...UNNAMED, replyAddress: "bob@example.com" })).toEqual({
    title: "bob@example.com",
    address: null,
  });
  expect(messageHeader(UNNAMED)).toEqual({ title: "No name", address: null });
});

test("text typed as email stays visible beside the address that replies go to", () => {
  const typed = { name: null, email: "ada at example", replyAddress: "ada@example.com" };
  expect(messageHeader(typed)).toEqual({ title: "ada at example", address: "ada@example.com" });
  const { others } = letterParts([["email", "ada at example"]], {
    ...ADA,
    email: "ada at example",
  });
  expect(others).toEqual([["email", "ada at example"]]);
});

test("fields that the head shows aren't repeated, and others keep their order", () => {
  const { body, others } = letterParts(
    [
      ["Name", " Ada "],
      ["2", "two"],
      ["EMAIL", "ada@example.com"],
      ["_replyto", "ada@example.com"],
      ["1", ["a", "b"]],
      ["message", "Hi"],
    ],
    ADA,
  );
  expect(body).toEqual({ name: "message", text: "Hi" });
  expect(others).toEqual([
    ["2", "two"],
    ["1", ["a", "b"]],
  ]);
});

test("a name or address that the head doesn't show is kept", () => {
  const fields = [
    ["name", ["Ada", "Grace"]],
    ["email", "other@example.com"],
  ] as const;
  const { others } = letterParts(
    fields.map(([name, value]) => [name, typeof value === "string" ? value : [...value]]),
    ADA,
  );
  expect(others.map(([name]) => name)).toEqual(["name", "email"]);
});

test("the body is the longest text, even where another field is named message", () => {
  const fields: [string, string][] = [
    ["message", "See below"],
    ["details", LONG],
  ];
  expect(letterParts(fields, UNNAMED).body).toEqual({ name: "details", text: LONG });
  const lines: [string, string][] = [
    ["company", "Lovelace and Daughters"],
    ["notes", "one\ntwo and some more to say"],
  ];
  expect(letterParts(lines, UNNAMED).body?.name).toBe("notes");
});

test("short answers and repeated fields are no body", () => {
  expect(letterParts([["plan", "Pro"]], UNNAMED).body).toBeNull();
  expect(letterParts([["topics", [LONG, LONG]]], UNNAMED).body).toBeNull();
  expect(letterParts([["message", "  "]], UNNAMED)).toEqual({
    body: null,
    others: [["message", "  "]],
  });
  expect(letterParts([], UNNAMED)).toEqual({ body: null, others: [] });
});
