import { describe, expect, test } from "vitest";
import { AppError } from "#lib/core/errors";
import { alternatives, fillMarkup, fillText, listedNames } from "#lib/core/texts";
import { LANGUAGES, type Language } from "#lib/domain/forms/page/page-schema";
import type { SubmissionFault } from "#lib/domain/intake/faults";
import { FILE_EXTENSIONS } from "#lib/domain/intake/file-types";
import { errorFragment } from "#lib/entry/visitor-pages/rejected-page";
import { pageTextsFor } from "#lib/entry/visitor-pages/words/page-texts";
import {
  detailText,
  faultText,
  formatWait,
  joinSentences,
  labelledSentence,
} from "#lib/entry/visitor-pages/words/sentences";

const textsOf = (language: Language) => pageTextsFor({ language }, null);

describe("filling in a text", () => {
  test("takes the form for the number, and writes numbers as the language does", () => {
    const text = { one: "{count} файл", few: "{count} файли", other: "{count} файлів" };
    const fill = (count: number) => fillText(text, { count }, "uk");
    expect([1, 3, 5, 21, 102].map(fill)).toEqual([
      "1 файл",
      "3 файли",
      "5 файлів",
      "21 файл",
      "102 файли",
    ]);
    expect(fillText("{limit}", { limit: 20_000 }, "de")).toBe("20.000");
    expect(fillMarkup({ one: "1", other: "n" }, { count: 1 }, "en").toString()).toBe("1");
  });

  test("isolates what others wrote where directions can differ, and drops their own marks", () => {
    expect(fillText("{form}", { form: "Contact" }, "en")).toBe("Contact");
    expect(fillText("{form}", { form: "اتصل" }, "en")).toBe("\u2068اتصل\u2069");
    expect(fillText("{email}", { email: "1a@b.c" }, "ar")).toBe("\u20681a@b.c\u2069");
    expect(fillText("{form}", { form: "\u202ea\u2066" }, "he")).toBe("\u2068a\u2069");
    expect(fillText("{types}", { types: "PDF أو ZIP" }, "ar")).toBe("PDF أو ZIP");
    const page = fillMarkup("{form}: {limit}", { form: "<b>\u202e", limit: 1 }, "en").toString();
    expect(page).toBe("<bdi>&lt;b&gt;</bdi>: 1");
  });

  test("a value is only text, whatever it contains", () => {
    expect(fillText("{form} {limit}", { form: "$& {limit} $1", limit: 2 }, "en")).toBe(
      "$& {limit} $1 2",
    );
    expect(fillText("{missing}", {}, "en")).toBe("");
  });

  test("lists are joined as the language does", () => {
    expect(alternatives(["PDF", "JPG", "PNG"], "en")).toBe("PDF, JPG, or PNG");
    expect(alternatives(["PDF", "JPG", "PNG"], "ja")).toBe("PDF、JPG、またはPNG");
    expect(listedNames(["a.pdf", "<b>"], "de").toString()).toBe(
      "<bdi>a.pdf</bdi> und <bdi>&lt;b&gt;</bdi>",
    );
  });
});

describe("a fault", () => {
  const say = (language: Language, fault: object) =>
    faultText({ name: "f", ...fault } as SubmissionFault, textsOf(language));

  test("has its limits and days as the language writes them", () => {
    expect(say("de", { rule: "too_long", limit: 20_000 })).toContain("20.000");
    expect(say("fr", { rule: "too_small", limit: "2026-11-21" })).toContain("21 novembre 2026");
    expect(say("ja", { rule: "too_large", limit: "2026-11-21" })).toContain("2026年11月21日");
    expect(say("en", { rule: "too_long", limit: 1 })).toBe("must be at most 1 character");
    expect(formatWait(42, "en")).toBe("42 seconds");
    expect(formatWait(300, "de")).toBe("5 Minuten");
  });

  test("of a file names the types that its form accepts", () => {
    const fault = { rule: "file_type", file: "run.exe", isKnown: false };
    expect(say("de", { ...fault, types: ["pdf", "zip"] })).toBe(
      "„run.exe“ hat keinen der erlaubten Dateitypen (PDF oder ZIP)",
    );
    expect(say("ar", { ...fault, types: FILE_EXTENSIONS })).toContain("\u2068run.exe\u2069");
    expect(say("zh", { ...fault, types: FILE_EXTENSIONS })).toContain("纯文本");
  });

  test("shows an Arabic reader the date in the order in which it must be typed", () => {
    expect(say("ar", { rule: "date" })).toContain("\u20662026-11-21\u2069");
  });

  test("that only developers can fix has English words in English alone", () => {
    const detail = { path: "a", message: "is nested too deeply" };
    expect(detailText(detail, textsOf("en"))).toBe(detail.message);
    for (const language of LANGUAGES.filter((one) => one !== "en"))
      expect(detailText(detail, textsOf(language))).not.toMatch(/nested|deeply/);
  });
});

describe("a sentence about a field", () => {
  const early = { name: "f", rule: "too_small", limit: "2026-12-01" } as const;
  const about = (language: Language, fault: SubmissionFault = early) => {
    const texts = textsOf(language);
    return labelledSentence("Name", faultText(fault, texts), texts);
  };

  test("has the language's own colon, and one period", () => {
    expect(about("uk")).toBe("Name: Найраніша дата: 1 грудня 2026 р.");
    expect(about("fr")).toBe("Name\u00a0: Date la plus ancienne possible\u00a0: 1 décembre 2026.");
    expect(about("zh")).toBe("Name：最早日期：2026年12月1日。");
    expect(about("ar")).toMatch(/^\u2068Name\u2069: /);
    expect(about("en")).toBe("Name must be December 1, 2026 or later.");
    expect(about("en", { name: "f", rule: "missing" })).toBe("Name is required.");
  });

  test("is in htmx's fragment as in a script's message", () => {
    const texts = textsOf("ja");
    const details = [{ path: "f", message: faultText({ name: "f", rule: "missing" }, texts) }];
    const error = new AppError("validation_failed", "internal");
    const fragment = errorFragment({ error, details, form: null, texts });
    expect(fragment).toContain("<li><bdi>F</bdi>：必須項目です。</li>");
    expect(fragment).toContain("確認が必要な項目があります。修正して、");
    expect(joinSentences(["A.", "B."], textsOf("en").words)).toBe("A. B.");
  });
});
