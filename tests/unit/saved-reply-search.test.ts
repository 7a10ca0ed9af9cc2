import { expect, test } from "vitest";
import {
  findSlash,
  findTyped,
  searchSavedReplies,
} from "../../app/(dashboard)/inbox/message/saved-reply-search";

test("a slash opens the list at the start of a text or of a line only", () => {
  expect(findSlash("/", 1)).toEqual({ start: 0, end: 1, search: "" });
  expect(findSlash("/quo", 4)).toEqual({ start: 0, end: 4, search: "quo" });
  expect(findSlash("Hello\n/quote soon", 12)).toEqual({ start: 6, end: 12, search: "quote" });
  expect(findSlash("\n/a", 3)).toEqual({ start: 1, end: 3, search: "a" });
  for (const [text, caret] of [
    ["", 0],
    ["/", 0],
    ["and/or", 6],
    [" /a", 3],
    ["/a\nb", 4],
    ["\n", 0],
    ["\n/", 0],
    ["\n/", 1],
  ] as const)
    expect(findSlash(text, caret), `${JSON.stringify(text)} at ${caret}`).toBeNull();
});

test("once a button opened the list, it stays until the caret leaves the line", () => {
  expect(findTyped("Hello quo", 6, 9)).toEqual({ start: 6, end: 9, search: "quo" });
  expect(findTyped("Hello", 5, 4)).toBeNull();
  expect(findTyped("Hello\nB", 5, 7)).toBeNull();
});

test("names come first, then texts", () => {
  const made = (name: string, text: string) => ({
    id: name,
    name,
    text,
    createdAt: 0,
    updatedAt: 0,
  });
  const all = [
    made("Opening hours", "We’re open until six."),
    made("Price of a website", "From 900 euros."),
    made("Thanks", "Our prices are on the page."),
    made("Website price", "As agreed."),
  ];
  const found = (search: string) => searchSavedReplies(all, search).map(({ name }) => name);
  expect(found("")).toEqual(all.map(({ name }) => name));
  expect(found("PRICE")).toEqual(["Price of a website", "Website price", "Thanks"]);
  expect(found("price website")).toEqual(["Price of a website", "Website price"]);
  expect(found("etc/passwd")).toEqual([]);
});
