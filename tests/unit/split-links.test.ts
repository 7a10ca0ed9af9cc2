import { expect, test } from "vitest";
import { splitLinks } from "#app/(dashboard)/inbox/message/split-links";

const linksOf = (text: string) => splitLinks(text).filter((_, at) => at % 2 === 1);

test.for([
  ["See https://example.com/a?b=c#d.", ["https://example.com/a?b=c#d"]],
  ["(http://example.com/x), HTTPS://EXAMPLE.COM!", ["http://example.com/x", "HTTPS://EXAMPLE.COM"]],
  ["Write to ada@example.com, bob@example.co.uk.", ["ada@example.com", "bob@example.co.uk"]],
  ["<ada@example.com>;(bob@example.com)", ["ada@example.com", "bob@example.com"]],
  ["mailto:ada@example.com", ["ada@example.com"]],
  ["https://example.com/@ada", ["https://example.com/@ada"]],
  ["https:// @ a@b a@b@example.com x@example.1", []],
  ["javascript:alert(1) ftp://example.com", []],
  ["", []],
] as const)("finds the addresses in %j", ([text, links]) => {
  expect(linksOf(text)).toEqual(links);
  expect(splitLinks(text).join("")).toBe(text);
});

test("a direction mark ends an address, so that the shown address is the link's", () => {
  const text = "https://example.com/\u202Egro.knab ada@\u2066example.com";
  expect(linksOf(text)).toEqual(["https://example.com/"]);
  expect(splitLinks(text).join("")).toBe(text);
});

test("only the first 100 addresses become links, and nothing is lost", () => {
  const text = "https://example.com ".repeat(150);
  expect(linksOf(text)).toHaveLength(100);
  expect(splitLinks(text).join("")).toBe(text);
});

const LONGEST = 1_999;
const HOSTILE = ["a@b1.b1.", "https://", "a", "@", "a@", "a.", "!", "a:", "https://!"].flatMap(
  (word) => [word, `${word} `, `${word.repeat(LONGEST / word.length)} `],
);

test.for(HOSTILE.map((text) => [text.slice(0, 12), text] as const))(
  "the time for hostile text such as %j grows no faster than the text",
  ([, text]) => {
    const timeOf = (size: number) => {
      const hostile = text.repeat(size / text.length);
      const runs = Array.from({ length: 9 }, () => {
        const start = process.cpuUsage();
        splitLinks(hostile);
        const { user, system } = process.cpuUsage(start);
        return (user + system) / 1000;
      });
      return Math.min(...runs);
    };
    // 8 if it's linear, 64 if it's quadratic. Short runs are less precise.
    expect(timeOf(256 * 1024) / Math.max(timeOf(32 * 1024), 0.05)).toBeLessThan(32);
  },
);
