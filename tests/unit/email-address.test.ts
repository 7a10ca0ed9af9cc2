import { expect, test } from "vitest";
import { addressKey, encodeAddress, isAddress, needsSmtpUtf8 } from "#lib/core/email-address";
import { EmailAddress } from "#lib/core/text";

/** The WHATWG's rule, as the HTML standard has it. */
const WHATWG =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$/;

test.for([
  "ada@example.com",
  "a@example.xn--vermgensberatung-pwb",
  "a&b@example.org",
  "tom/jerry@example.org",
  "!#$%&'*+/=?^_`{|}~.-@example.org",
  ".a..b.@example.org",
  "ada@localhost",
  "x@1.2.3.4",
  "max@müller.de",
  "max@MÜLLER.de",
  "max@xn--mller-kva.de",
  "a@example.vermögensberatung",
  "jörg@example.de",
  "用户@例子.广告",
  "अजय@डाटा.भारत",
  "квіточка@пошта.укр",
  "θσερ@εχαμπλε.ψομ",
  "😃@mailoji.com",
  `${"a".repeat(180)}@example.com`,
])("%j is an address", (text) => {
  expect(isAddress(text)).toBe(true);
  expect(EmailAddress.parse(` ${text}\n`)).toBe(text);
  expect(encodeAddress(text)?.replace(/.*@/, "")).toMatch(/^[a-zA-Z0-9.-]+$/);
});

test.for([
  "",
  "ada",
  "@example.com",
  "ada@",
  " ada@example.com",
  "ada@example.com ",
  "a da@example.com",
  '"ada"@example.com',
  "ada@[127.0.0.1]",
  "ada@-example.com",
  "ada@example..com",
  "ada@example.com.",
  "ada@exa_mple.com",
  "ada@müller.de/x",
  "ada@müller.de:80",
  "ada@müller%41.de",
  "ada@mü ller.de",
  "ada@müller.de@x.de",
  "ada@ex\u200bample.com",
  "ada\u202e@example.com",
  "a\u00a0b@example.com",
  "«ada»@example.com",
  "a\ufffdda@example.com",
  "a\ud800@example.com",
  `${"a".repeat(250)}@example.com`,
])("%j is no address", (text) => {
  expect(isAddress(text)).toBe(false);
});

test("every text that follows the WHATWG's rule and fits into an email is an address, and no other text in ASCII", () => {
  const characters = "aZ0.-_+'/&=@ \",;:<>()[]\\\r\n\t";
  let state = 7;
  const random = (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((state / 2 ** 31) * below);
  };
  for (let run = 0; run < 20_000; run += 1) {
    const text = Array.from(
      { length: 1 + random(9) },
      () => characters[random(characters.length)],
    ).join("");
    for (const one of [text, `${text}@a.de`, `a@${text}`])
      expect(isAddress(one), JSON.stringify(one)).toBe(WHATWG.test(one));
  }
});

test("nothing that's an address has what could end a header or name a second one", () => {
  for (let code = 0; code < 0x3000; code += 1) {
    const character = String.fromCodePoint(code);
    if (!/[\p{C}\p{Z}"(),:;<>[\]\\@]/u.test(character)) continue;
    expect(isAddress(`a${character}b@example.com`), code.toString(16)).toBe(false);
    const encoded = encodeAddress(`a@exa${character}mple.com`);
    expect(encoded ?? "", code.toString(16)).toMatch(/^[a-z@.-]*$/);
  }
});

test("two spellings of one domain, and any case, are one address", () => {
  const key = "max@xn--mller-kva.de";
  for (const text of [
    "max@müller.de",
    " MAX@MÜLLER.DE ",
    "Max@XN--MLLER-KVA.de",
    "max@mu\u0308ller.de",
  ])
    expect(addressKey(text), text).toBe(key);
  expect(addressKey("JO\u0308RG@example.de")).toBe(addressKey("jörg@example.de"));
  expect(addressKey("jorg@example.de")).not.toBe(addressKey("jörg@example.de"));
  expect(addressKey(" Not An Address ")).toBe("not an address");
});

test("only a local part beyond ASCII needs SMTPUTF8", () => {
  expect(needsSmtpUtf8("max@müller.de")).toBe(false);
  expect(needsSmtpUtf8("jörg@example.de")).toBe(true);
});
