import { describe, expect, test } from "vitest";
import { MessageContext } from "#lib/core/fields/context-schema";
import {
  CONTEXT_FIELDS,
  contextFields,
  contextLines,
  readContext,
} from "#lib/core/fields/message-context";

const NO_UTM = { source: null, medium: null, campaign: null, term: null, content: null };

describe("where a message was written", () => {
  test("is the page that is named, without its query but for the campaign, and the host before", () => {
    const page =
      "https://me:secret@shop.example/contact?id=7&utm_source=news&utm_Medium=email&utm_campaign=a%20b#top";
    const context = readContext({
      page,
      title: "  Contact\nus ",
      referrer: "https://search.example:8443/?q=private",
      header: "https://other.example/",
    });
    expect(context).toEqual({
      pageUrl: "https://shop.example/contact?utm_source=news&utm_Medium=email&utm_campaign=a+b",
      pageTitle: "Contact us",
      referrer: "search.example:8443",
      utm: { ...NO_UTM, source: "news", campaign: "a b" },
    });
    expect(MessageContext.parse(context)).toEqual(context);
  });

  test("is the page of the Referer header otherwise", () => {
    const header = "https://shop.example/?utm_term=shoes&utm_content=x";
    expect(readContext({ header })).toEqual({
      pageUrl: header,
      pageTitle: null,
      referrer: null,
      utm: { ...NO_UTM, term: "shoes", content: "x" },
    });
  });

  test.each([
    ["nothing", { header: null }],
    ["empty texts", { page: "", title: " \n", referrer: "", header: "" }],
    ["other schemes", { page: "javascript:alert(1)", referrer: "file:///etc", header: "data:,x" }],
    ["no addresses", { page: "home", referrer: "search", header: "?" }],
    [
      "an address that's far too long",
      { page: `https://a.example/${"x".repeat(9_000)}`, header: null },
    ],
  ])("isn't known from %s", (_, sent) => {
    expect(readContext(sent)).toBeNull();
  });

  test("has at most 500 characters in each part", () => {
    const long = "\u{1f4ee}".repeat(600);
    const query = `utm_source=${encodeURIComponent(long)}`;
    const context = readContext({
      page: `https://a.example/path?${query}`,
      title: long,
      referrer: `https://${"a.".repeat(120)}example/`,
      header: null,
    });
    expect(context?.pageUrl, "without a query that is too long").toBe("https://a.example/path");
    expect([...(context?.pageTitle ?? "")].length).toBeLessThanOrEqual(500);
    expect([...(context?.utm.source ?? "")].length).toBeLessThanOrEqual(500);
    const deep = readContext({
      page: `https://a.example/${"x".repeat(600)}`,
      title: "t",
      header: null,
    });
    expect(deep?.pageUrl, "no part of an address").toBeNull();
  });

  test("is fields for rules, and lines for people", () => {
    const context = readContext({
      page: "https://a.example/p?utm_source=news&utm_medium=email",
      title: "Prices",
      referrer: "https://b.example/",
      header: null,
    });
    expect(contextFields(context)).toEqual([
      ["$page", "https://a.example/p?utm_source=news&utm_medium=email"],
      ["$title", "Prices"],
      ["$referrer", "b.example"],
      ["$utm.source", "news"],
      ["$utm.medium", "email"],
    ]);
    expect(CONTEXT_FIELDS).toContain("$utm.content");
    expect(contextLines(context).map(({ label, text }) => `${label}: ${text}`)).toEqual([
      "Page: Prices",
      "Came from: b.example",
      "Campaign: news · email",
    ]);
    expect([contextFields(null), contextLines(null)]).toEqual([[], []]);
  });
});
