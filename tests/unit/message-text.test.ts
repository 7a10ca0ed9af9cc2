import { describe, expect, it } from "vitest";
import { isolatedLine, toEmailFields, toLine } from "#lib/notifications/message-text";

describe("text in emails", () => {
  it("truncates lines between characters", () => {
    expect(toLine("😀😀😀", 2)).toBe("😀😀");
  });

  it("removes control characters except tabs and line breaks", () => {
    const shown = { name: "a", label: "a", values: ["x\ty\r\nz\u0007\u009f"] };
    expect(toEmailFields([shown]).fields).toEqual([{ label: "a", values: ["x\ty\nz"] }]);
  });
});

it("a line beside other text is isolated, and can't end its isolation", () => {
  expect(isolatedLine("\u202eAda\u2069\nLovelace")).toBe("\u2068Ada Lovelace\u2069");
});
