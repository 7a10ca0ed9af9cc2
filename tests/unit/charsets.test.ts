import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { JSON_TYPE, parse, URLENCODED } from "#tests/support/contract/parse";
import { encodeText } from "#tests/support/factories/encode-text";

const bytes = (...parts: (string | number[])[]) =>
  Buffer.concat(
    parts.map((part) =>
      typeof part === "string" ? Buffer.from(part, "latin1") : Buffer.from(part),
    ),
  );

const part = (name: string, value: string, headers = "") =>
  `--b\r\nContent-Disposition: form-data; name="${name}"\r\n${headers}\r\n${value}\r\n`;
const MULTIPART = "multipart/form-data; boundary=b";

const fieldsOf = async (...sent: Parameters<typeof parse>) => {
  const { body, problem } = await parse(...sent);
  expect(problem).toBeNull();
  return Object.fromEntries(body?.fields ?? []);
};

describe("decoding text in the declared charset", () => {
  test.each([
    ["iso-8859-1", "name=Ren%E9", "René"],
    ["ISO-8859-1", "name=Ren\xe9", "René"],
    ["windows-1252", "name=%80+5", "€ 5"],
    ["windows-1251", "name=%CF%F0%E8%E2%E5%F2", "Привет"],
    ["shift_jis", "name=%93%FA%96%7B", "日本"],
    ["iso-2022-jp", "name=%1B%24BF%7CK%5C%1B%28B", "日本"],
    ["euc-kr", "name=%C7%D1", "한"],
    ["gb18030", "name=%C4%E3", "你"],
    ["utf-8", "name=%F0%9F%98%80", "😀"],
  ])("decodes a URL-encoded body in %s: %s", async (charset, body, name) => {
    const fields = await fieldsOf(`${URLENCODED}; charset=${charset}`, bytes(body));
    expect(fields).toEqual({ name });
  });

  test("decodes a JSON body in the declared charset", async () => {
    const type = "application/json; charset=iso-8859-1";
    expect(await fieldsOf(type, bytes('{"name":"Ren\xe9"}'))).toEqual({ name: "René" });
    const utf16 = Buffer.from('\uFEFF{"name":"日本"}', "utf16le");
    expect(await fieldsOf("application/json; charset=utf-16le", utf16)).toEqual({ name: "日本" });
  });

  test("reads UTF-8 that is declared as UTF-16, as browsers send it", async () => {
    const type = "; charset=utf-16";
    expect(await fieldsOf(`${JSON_TYPE}${type}`, '{"name":"日本"}')).toEqual({ name: "日本" });
    expect(await fieldsOf(`text/plain${type}`, "name=日本\r\n")).toEqual({ name: "日本" });
    expect(await fieldsOf(`${URLENCODED}${type}`, "name=%E6%97%A5")).toEqual({ name: "日" });
  });

  test("uses the _charset_ field of a form and doesn't store it", async () => {
    expect(await fieldsOf(URLENCODED, "_charset_=windows-1252&n%E4me=Ren%E9")).toEqual({
      näme: "René",
    });
    const body = `${part("_charset_", "ISO-8859-1")}${part("n\xe4me", "Ren\xe9")}--b--`;
    expect(await fieldsOf(MULTIPART, bytes(body))).toEqual({ näme: "René" });
  });

  test("prefers the charset of a multipart part over the charset of the body", async () => {
    const own = part("a", "\xe9", "Content-Type: text/plain; charset=latin1\r\n");
    const body = bytes(own, part("b", "\xc3\xa9"), "--b--");
    expect(await fieldsOf(MULTIPART, body)).toEqual({ a: "é", b: "é" });
  });

  test("decodes file names in the charset of the form", async () => {
    const file = `--b\r\nContent-Disposition: form-data; name="f"; filename="\xfcber.txt"\r\n\r\nx\r\n`;
    const body = bytes(part("_charset_", "latin1"), file, "--b--");
    const { body: parsed } = await parse(MULTIPART, body, { uploadsEnabled: true });
    expect(parsed?.files.map(({ filename }) => filename)).toEqual(["über.txt"]);
  });
});

describe("bytes that don’t fit the charset", () => {
  test.each<[string, string | Buffer, string, string | null]>([
    [URLENCODED, "message=hi&name=Ren%E9", "René", "windows-1252"],
    [URLENCODED, bytes("message=hi&name=Ren\xe9"), "René", "windows-1252"],
    [`${URLENCODED}; charset=utf-8`, "message=hi&name=Ren%E9", "René", "windows-1252"],
    [
      MULTIPART,
      bytes(part("message", "hi"), part("name", "Ren\xe9"), "--b--"),
      "René",
      "windows-1252",
    ],
    [JSON_TYPE, bytes('{"message":"hi","name":"Ren\xe9"}'), "René", "windows-1252"],
    ["text/plain", bytes("message=hi\r\nname=Ren\xe9\r\n"), "René", "windows-1252"],
    [`${URLENCODED}; charset=shift_jis`, "message=hi&name=Ren%C3%A9", "Renﾃｩ", null],
    [`${URLENCODED}; charset=windows-1253`, "message=hi&name=Ren%C3%AA", "Renê", "utf-8"],
    [`${URLENCODED}; charset=ascii`, "message=hi&name=Ren%E9", "René", null],
  ])("are guessed in a body of type %s", async (type, body, name, guessedCharset) => {
    const { body: parsed, problem } = await parse(type, body);
    expect(problem).toBeNull();
    expect(parsed?.guessedCharset).toBe(guessedCharset);
    expect(parsed?.fields).toEqual([
      ["message", "hi"],
      ["name", name],
    ]);
  });

  test("give readable names of fields and files", async () => {
    expect(await fieldsOf(URLENCODED, "nomeCliente=Jo%E3o&observa%E7%E3o=cora%E7%E3o")).toEqual({
      nomeCliente: "João",
      observação: "coração",
    });
    const file = `--b\r\nContent-Disposition: form-data; name="f"; filename="\xfcber.txt"\r\n\r\nx\r\n--b--`;
    const parsed = await parse(MULTIPART, bytes(file), { uploadsEnabled: true });
    expect(parsed.files.map(({ filename }) => filename)).toEqual(["über.txt"]);
    expect(parsed.body?.guessedCharset).toBe("windows-1252");
  });

  test.each([
    ["message=Jos%C3%A9&name=a%FFb", "a\ufffdb"],
    ["message=Jos%C3%A9&name=%C3", "\ufffd"],
    ["message=%E6%97%A5%E6%9C%AC&name=%ED%A0%80", "\ufffd\ufffd\ufffd"],
  ])("are U+FFFD in text that is UTF-8 otherwise: %s", async (body, name) => {
    const { body: parsed } = await parse(URLENCODED, body);
    expect(Object.fromEntries(parsed?.fields ?? [])).toMatchObject({ name });
    expect(parsed?.guessedCharset).toBeNull();
  });

  test("never refuse a submission, whatever they are", async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ minLength: 1, maxLength: 60 }), async (sent) => {
        const encoded = Array.from(sent, (byte) => `%${byte.toString(16).padStart(2, "0")}`);
        const { problem } = await parse(URLENCODED, `message=hi&name=${encoded.join("")}`);
        expect(problem).toBeNull();
      }),
    );
  });
});

describe("an unknown charset", () => {
  test.each([
    [`${URLENCODED}; charset=x-made-up`, "a=b"],
    [`${URLENCODED}; charset=utf-7`, "a=b"],
    [`${URLENCODED}; charset=iso-2022-kr`, "a=b"],
    [URLENCODED, "_charset_=x-made-up&a=b"],
    [MULTIPART, `${part("_charset_", "x-made-up")}${part("a", "b")}--b--`],
    [MULTIPART, `${part("a", "b", "Content-Type: text/plain; charset=nope\r\n")}--b--`],
  ])("of a %s body doesn’t refuse it", async (type, body) => {
    expect(await fieldsOf(type, body)).toEqual({ a: "b" });
  });

  test("leaves the text to a guess, and UTF-7 undecoded", async () => {
    const { body } = await parse(`${URLENCODED}; charset=utf-7`, "a=Ren%E9&b=%2BADw-script%2BAD4-");
    expect(body).toMatchObject({
      guessedCharset: "windows-1252",
      fields: [
        ["a", "René"],
        ["b", "+ADw-script+AD4-"],
      ],
    });
  });
});

describe("a byte order mark", () => {
  const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, "utf16le");

  test.each<[string, string | Buffer]>([
    [URLENCODED, "\ufeffname=é"],
    [URLENCODED, "%EF%BB%BFname=%C3%A9"],
    [URLENCODED, "name=%EF%BB%BF%C3%A9"],
    ["text/plain", "\ufeffname=é"],
    [JSON_TYPE, '\ufeff{"name":"é"}'],
    [MULTIPART, `\ufeff${part("name", "é")}--b--`],
    [MULTIPART, `${part("name", "\ufeffé")}--b--`],
    [URLENCODED, utf16("name=é")],
    ["text/plain", utf16("name=é\r\n").swap16()],
    [JSON_TYPE, utf16('{"name":"é"}')],
    [`${JSON_TYPE}; charset=latin1`, '\ufeff{"name":"é"}'],
  ])("isn’t text in a body of type %s", async (type, body) => {
    expect(await fieldsOf(type, body)).toEqual({ name: "é" });
  });
});

test.each(["&", "&&a=b&", "a", "a=b=c", "%zz=%", "a=%", "?a=b"])(
  "parses the unusual URL-encoded body %j like URLSearchParams",
  async (body) => {
    const expected = [...new URLSearchParams(body.startsWith("?") ? `&${body}` : body)];
    const { body: parsed } = await parse(URLENCODED, body);
    expect(parsed?.fields ?? []).toEqual(expected);
  },
);

async function read(text: string, encoding: string, languages?: string) {
  const name = encodeText(text, encoding)
    .toString("latin1")
    .replace(/[^a-z]/gi, (byte) => `%${byte.charCodeAt(0).toString(16).padStart(2, "0")}`);
  const { body } = await parse(URLENCODED, `name=${name}`, languages ? { languages } : {});
  return { text: Object.fromEntries(body?.fields ?? []).name, charset: body?.guessedCharset };
}

/** Texts whose letters tell their encoding. */
const CLEAR: [encoding: string, ...texts: string[]][] = [
  ["windows-1252", "João", "René", "Müller", "Zoë", "¿Qué tal, señor Núñez?", "Kære Søren", "Così"],
  ["windows-1252", "Straße und Grüße aus Köln", "naïve café à Orléans", "5 € – “hi”", "¡Olé!"],
  ["windows-1250", "Zażółć gęślą jaźń", "Łukasz", "Příliš žluťoučký kůň", "Žiga Čeh"],
  ["windows-1251", "Привет", "Иван Петров", "Їжак і ґава", "Здравствуйте, хочу заказать доставку"],
  ["koi8-r", "Привет", "Иван Петров", "Здравствуйте"],
  ["windows-1253", "Γιώργος", "Καλημέρα σας, θέλω πληροφορίες"],
  ["windows-1254", "Şükrü Öğüt"],
  ["windows-1255", "שלום עולם, תודה רבה"],
  ["windows-1256", "السلام عليكم ورحمة الله"],
  ["windows-1257", "Žalgiris ačiū"],
  ["windows-874", "สวัสดีครับ ผมชื่อสมชาย"],
  ["shift_jis", "日本", "山田太郎", "こんにちは、お問い合わせです"],
  ["euc-jp", "日本", "山田太郎", "こんにちは、お問い合わせです"],
  ["gbk", "你好", "王小明", "您好,我想咨询一下价格"],
  ["big5", "你好", "王小明", "您好,我想詢問價格"],
  ["euc-kr", "안녕", "김철수", "안녕하세요 문의드립니다"],
];

describe("the encoding of text without a charset", () => {
  test.each(
    CLEAR.flatMap(([encoding, ...texts]) => texts.map((text) => [text, encoding] as const)),
  )("is clear from the letters of %j in %s", async (text, encoding) => {
    expect(await read(text, encoding)).toEqual({ text, charset: encoding });
    expect((await read(text, encoding, "en-US,en;q=0.9")).text).toBe(text);
  });

  test.each([
    ["Dvořák", "windows-1250", "cs-CZ,cs;q=0.9,en;q=0.8"],
    ["Győző", "windows-1250", "hu"],
    ["Łukasz Wiśniewski", "iso-8859-2", "pl"],
    ["İstanbul", "windows-1254", "tr-TR,tr"],
    ["Ayşe", "windows-1254", "tr"],
    ["שלום", "windows-1255", "he"],
    ["مرحبا", "windows-1256", "ar-EG"],
    ["สวัสดี", "windows-874", "th"],
    ["ﾔﾏﾀﾞ", "shift_jis", "ja"],
    ["Да", "windows-1251", "ru"],
    ["你好", "gbk", "zh-CN,zh;q=0.9"],
    ["你好", "big5", "zh-Hant-TW,zh;q=0.9"],
    ["André", "windows-1252", "ja"],
    ["Müller", "windows-1252", "ru-RU,ru"],
    ["Привет, мир", "windows-1251", "de-DE,de"],
  ])("of %j in %s fits a browser in %s", async (text, encoding, languages) => {
    expect((await read(text, encoding, languages)).text).toBe(text);
  });

  test("is ISO-2022-JP with its escape sequences", async () => {
    const { body } = await parse("text/plain", "name=\x1b$BF|K\\\x1b(B\r\n");
    expect(body).toMatchObject({ fields: [["name", "日本"]], guessedCharset: "iso-2022-jp" });
  });

  test("is one for all texts of a body, names included", async () => {
    const body = encodeText("имя=Да&сообщение=Хочу заказать доставку", "windows-1251");
    expect((await parse(URLENCODED, body)).body).toMatchObject({
      guessedCharset: "windows-1251",
      fields: [
        ["имя", "Да"],
        ["сообщение", "Хочу заказать доставку"],
      ],
    });
  });
});
