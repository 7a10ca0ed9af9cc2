import { describe, expect, it } from "vitest";
import { fromRequestBody, toRequestBody } from "#lib/clients/email-client";
import { isolatedLine, toEmailFields, toLine } from "#lib/notifications/message-text";

describe("text in emails", () => {
  it("truncates lines between characters", () => {
    expect(toLine("😀😀😀", 2)).toBe("😀😀");
  });

  it("removes control characters except tabs and line breaks", () => {
    expect(toEmailFields([["a", "x\ty\r\nz\u0007\u009f"]]).fields).toEqual([
      { label: "a", values: ["x\ty\nz"] },
    ]);
  });

  it("reads an email back from its request body", () => {
    const mail = {
      from: "a@example.com",
      to: "b@example.com",
      replyTo: null,
      subject: "s",
      headers: { "X-Entity-Ref-ID": "1" },
      html: "<p>h</p>",
      text: "t",
    };
    expect(fromRequestBody(toRequestBody(mail))).toEqual(mail);
    const answerable = { ...mail, replyTo: "c@example.com" };
    expect(fromRequestBody(toRequestBody(answerable))).toEqual(answerable);
  });
});

it("a line beside other text is isolated, and can't end its isolation", () => {
  expect(isolatedLine("\u202eAda\u2069\nLovelace")).toBe("\u2068Ada Lovelace\u2069");
});
