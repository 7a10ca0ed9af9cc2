import { describe, expect, test } from "vitest";
import { parse, URLENCODED } from "#tests/support/contract/parse";
import { encodeText } from "#tests/support/factories/encode-text";

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
