import { afterEach, describe, expect, test, vi } from "vitest";
import { Field } from "#lib/domain/forms/fields/schema";
import {
  codeOf,
  JSON_TYPE,
  parse,
  parseJson,
  parsePairs,
  URLENCODED,
} from "#tests/support/contract/parse";
import { BOUNDARY, multipartBody } from "#tests/support/factories/multipart-body";

describe("control fields", () => {
  test("are separated from other fields in every format, and the last value wins", async () => {
    const sent = [
      ["_service_autoreply", "false"],
      ["message", "hi"],
      ["_service_autoreply", "true"],
      ["_service_anything", "x"],
      ["cf-turnstile-response", "token"],
      ["botcheck", ""],
    ] as const;
    for (const parsed of [
      parsePairs(sent),
      parse(JSON_TYPE, JSON.stringify(Object.fromEntries(sent))),
    ]) {
      const { body, problem } = await parsed;
      expect(problem).toBeNull();
      expect(body?.fields).toEqual([["message", "hi"]]);
      expect(Object.fromEntries(body?.controls ?? [])).toEqual({
        _service_autoreply: "true",
        _service_anything: "x",
        "cf-turnstile-response": "token",
      });
      expect(body?.honeypot).toBe("");
    }
  });

  test("accept JSON booleans and are recognized despite NUL characters", async () => {
    const { body } = await parseJson({
      message: "hi",
      _service_autoreply: true,
      "_serv\u0000ice_x": "y",
    });
    expect(body?.controls.get("_service_autoreply")).toBe("true");
    expect(body?.controls.get("_service_x")).toBe("y");
  });

  test("include a filled honeypot with any type of value", async () => {
    const filled = (value: unknown) => parseJson({ message: "hi", botcheck: value });
    expect((await filled("spam")).body?.honeypot).toBe("spam");
    expect((await filled(["", "a", "b"])).body?.honeypot).toBe("a\nb");
    expect((await filled({ a: 1 })).body?.honeypot).not.toBe("");
    expect((await filled(null)).body?.honeypot).toBe("");
    expect((await filled("x")).problem).toBeNull();
  });

  test("of other services are dropped, and their honeypots count in every format", async () => {
    const dropped = [
      ...["form-name", "access_key", "accessKey", "apiKey", "_captcha", "_template", "_format"],
      ...["_language", "_autoresponse", "_webhook", "_append", "_html", "_email.from", "_wpcf7"],
      ...["_wpcf7_unit_tag", "g-recaptcha-response", "h-captcha-response", "utf8", "idstamp"],
      ...["authenticity_token", "csrfmiddlewaretoken"],
    ];
    for (const name of dropped)
      for (const parsed of [
        parsePairs([
          ["message", "hi"],
          [name, "x"],
        ]),
        parseJson({ message: "hi", [name]: { a: ["x"] } }),
      ]) {
        const { body, problem } = await parsed;
        expect(problem).toBeNull();
        expect(body?.fields).toEqual([["message", "hi"]]);
        expect(body?.unused).toEqual([expect.stringContaining(name)]);
        expect(body?.honeypot).toBe("");
      }
    for (const name of ["_gotcha", "_honey", "_honeypot", "honeypot", "bot-field"])
      for (const [value, held] of [
        ["x", "x"],
        ["", ""],
        [" ", " "],
      ] as const) {
        const { body } = await parsePairs([
          ["message", "hi"],
          [name, value],
        ]);
        expect(body?.fields).toEqual([["message", "hi"]]);
        expect(body?.honeypot).toBe(held);
        expect((await parseJson({ message: "hi", [name]: false })).body?.honeypot).toBe("");
      }
  });

  test("that work here too are also stored as fields", async () => {
    const sent = [
      ...["_replyto", "_reply_to", "replyto", "_subject", "_next", "_redirect", "redirect"],
      ...["redirectTo", "from_name", "tags[]"],
    ];
    const pairs = sent.map((name) => [name, "x"] as const);
    expect((await parsePairs([...pairs, ["tags[]", "y"]])).body?.fields).toEqual([
      ...pairs.slice(0, -1),
      ["tags[]", ["x", "y"]],
    ]);
    expect((await parseJson(Object.fromEntries(pairs))).body?.fields).toEqual(pairs);
  });

  test("of Web3Forms include from_name only beside access_key", async () => {
    const { body } = await parseJson({ message: "hi", from_name: "Shop", access_key: "x" });
    expect(body).toMatchObject({
      fields: [["message", "hi"]],
      unused: ["from_name", "access_key"],
    });
  });

  test("are fields if the form's own fields have the name", async () => {
    const names = ["honeypot", "_gotcha", "apiKey", "utf8"];
    const fields = names.map((name) => Field.parse({ name, type: "text", label: name }));
    const sent = { honeypot: "x", _gotcha: "y", apiKey: "z", utf8: "✓", altcha: "a", _honey: "" };
    const { body } = await parse(JSON_TYPE, JSON.stringify(sent), { fields });
    expect(body).toMatchObject({
      fields: [
        ["honeypot", "x"],
        ["_gotcha", "y"],
        ["apiKey", "z"],
        ["utf8", "✓"],
      ],
      honeypot: "",
      unused: [],
    });
    expect(body?.controls.get("altcha")).toBe("a");
  });

  test("without effect are named at most 20 times, however many there are", async () => {
    const many = Object.fromEntries(Array.from({ length: 90 }, (_, at) => [`_wpcf7${at}`, "x"]));
    const { body } = await parseJson({ message: "hi", ...many });
    expect(body?.unused).toHaveLength(20);
  });

  test("don't count as content or toward the limit of 100 fields", async () => {
    expect(
      await codeOf(parseJson({ _service_x: "y", botcheck: "z", "cf-turnstile-response": "t" })),
    ).toBe("empty_submission");
    expect(
      await codeOf(parseJson({ message: "", _next: "x", _redirect: "x", _subject: "x" })),
    ).toBe("empty_submission");
    expect(await codeOf(parseJson({ _replyto: "ada@example.com" }))).toBeNull();
    const fields = Array.from({ length: 100 }, (_, n) => [`f${n}`, "x"] as const);
    expect(await codeOf(parsePairs([...fields, ["_service_a", "1"], ["botcheck", ""]]))).toBeNull();
  });
});

describe("submission limits", () => {
  const pairs = (count: number) => Array.from({ length: count }, (_, n) => [`f${n}`, "x"] as const);

  test("allow at most 100 entries, counting names, repeated names, and list entries", async () => {
    expect(await codeOf(parsePairs(pairs(100)))).toBeNull();
    expect(await codeOf(parsePairs(pairs(101)))).toBe("too_many_fields");
    expect(await codeOf(parsePairs(pairs(101).map(() => ["a", "x"] as const)))).toBe(
      "too_many_fields",
    );
    const list = (count: number) => Array.from({ length: count }, () => 1);
    expect(await codeOf(parseJson({ a: list(99), b: 1 }))).toBeNull();
    expect(await codeOf(parseJson({ a: list(100), b: 1 }))).toBe("too_many_fields");
    const empty = Object.fromEntries(pairs(101).map(([name]) => [name, []]));
    expect(await codeOf(parseJson(empty))).toBe("too_many_fields");
  });

  test("allow names of at most 100 code points and values of at most 20,000", async () => {
    expect(await codeOf(parseJson({ ["😀".repeat(100)]: "x" }))).toBeNull();
    expect(await codeOf(parseJson({ ["😀".repeat(101)]: "x" }))).toBe("validation_failed");
    expect(await codeOf(parseJson({ a: "😀".repeat(20_000) }))).toBeNull();
    expect(await codeOf(parseJson({ a: "x".repeat(20_001) }))).toBe("validation_failed");
    expect(await codeOf(parseJson({ a: ["x", "x".repeat(20_001)] }))).toBe("validation_failed");
  });

  test("report all problems by field at once and keep the values", async () => {
    const long = "x".repeat(20_001);
    const { body, problem } = await parsePairs([
      ["n".repeat(101), "1"],
      ["message", long],
      ["ok", "yes"],
    ]);
    expect(problem?.code).toBe("validation_failed");
    expect(problem?.details?.map(({ path }) => path)).toEqual(["n".repeat(100), "message"]);
    expect(body?.fields).toHaveLength(3);
    expect(body?.fields[1]).toEqual(["message", long]);
  });

  test("keep what was typed into a field without a name, and ignore a button without one", async () => {
    const sent = [
      ["message", "hi"],
      ["", "typed"],
      ["", ""],
      ["\u0000", "more"],
    ] as const;
    const { body, problem } = await parsePairs(sent);
    expect(problem).toBeNull();
    expect(body?.fields).toEqual([
      ["message", "hi"],
      ["unnamed", ["typed", "more"]],
    ]);
    expect((await parseJson({ message: "hi", "": "" })).body?.fields).toEqual([["message", "hi"]]);
  });

  test("treat a submission with only blank values as empty but keep the values", async () => {
    for (const parsed of [
      parsePairs([]),
      parsePairs([["a", " \n"]]),
      parseJson({}),
      parseJson({ a: null, b: [], c: [" "], d: "" }),
    ])
      expect(await codeOf(parsed)).toBe("empty_submission");
    const { body } = await parsePairs([["message", " "]]);
    expect(body?.fields).toEqual([["message", " "]]);
    expect(await codeOf(parseJson({ a: 0 }))).toBeNull();
    expect(await codeOf(parseJson({ a: false }))).toBeNull();
  });

  test("remove NUL characters and replace lone surrogates", async () => {
    const { body } = await parse(JSON_TYPE, '{"a\\u0000b": "x\\u0000\\ud800y", "l": ["\\udfff"]}');
    expect(body?.fields).toEqual([
      ["ab", "x\ufffdy"],
      ["l", ["\ufffd"]],
    ]);
  });
});

describe("a multipart body", () => {
  const MULTIPART = "multipart/form-data; boundary=b";
  const part = (name: string, value: string, headers = "") =>
    `--b\r\nContent-Disposition: form-data; name="${name}"${headers}\r\n\r\n${value}\r\n`;

  test("has at most 1,000 parts, including control fields", async () => {
    const parts = (count: number) =>
      `${part("message", "hi")}${part("_service_note", "x").repeat(count - 1)}--b--`;
    expect((await parse(MULTIPART, parts(1_000))).problem).toBeNull();
    expect((await parse(MULTIPART, parts(1_001))).problem?.code).toBe("too_many_fields");
  });

  test("has at most 2 KiB of headers per part", async () => {
    const headers = (bytes: number) => {
      const rest = 'Content-Disposition: form-data; name="message"\r\nX-Padding: '.length;
      return `${part("message", "hi", `\r\nX-Padding: ${"x".repeat(bytes - rest)}`)}--b--`;
    };
    expect((await parse(MULTIPART, headers(2_048))).problem).toBeNull();
    expect((await parse(MULTIPART, headers(2_049))).problem?.code).toBe("validation_failed");
  });
});

const MULTIPART = `multipart/form-data; boundary=${BOUNDARY}`;
const list = (count: number, item: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => item(at));
const parts = (count: number) =>
  multipartBody(list(count, (at) => `${at}`).map((name) => ({ name, content: "x" })));

const KINDS: [string, (count: number) => [type: string, body: string | Buffer]][] = [
  ["urlencoded names without values", (count) => [URLENCODED, list(count, () => "a").join("&")]],
  ["nothing but separators", (count) => [URLENCODED, "&".repeat(count)]],
  ["urlencoded names", (count) => [URLENCODED, list(count, (at) => `n${at}=`).join("&")]],
  ["JSON members", (count) => [JSON_TYPE, `{${list(count, (at) => `"${at}":1`).join()}}`]],
  ["JSON list items", (count) => [JSON_TYPE, `{"a":[${list(count, () => '"\\""').join()}]}`]],
  [
    "nested JSON members",
    (count) => [JSON_TYPE, `{"a":[${list(count, () => '{"b":{"c":1}}').join()}]}`],
  ],
  ["lines of text", (count) => ["text/plain", list(count, (at) => `n${at}=x`).join("\r\n")]],
  ["parts", (count) => [MULTIPART, parts(count)]],
];

afterEach(() => {
  vi.restoreAllMocks();
});

describe("a body of more than 1,000 entries", () => {
  test.each(KINDS)("of %s is rejected before the rest is read", async (_, make) => {
    const decoded = vi.spyOn(TextDecoder.prototype, "decode");
    const parsed = vi.spyOn(JSON, "parse");
    const rejected = await parse(...make(20_000));
    expect(rejected).toMatchObject({ body: null, problem: { code: "too_many_fields" } });
    // JSON is decoded as a whole; nothing is done for each of the entries.
    expect(decoded.mock.calls.length + parsed.mock.calls.length).toBeLessThan(10);
  });

  test.each(KINDS)("is the limit of %s: 900 are read", async (_, make) => {
    const { body } = await parse(...make(900));
    expect(body).not.toBeNull();
  });
});

test("the longest text of lines without names is one value", async () => {
  expect(await codeOf(parse("text/plain", `a=${"x\n".repeat(9_000)}`))).toBeNull();
  expect(await codeOf(parse("text/plain", `a=${"\n".repeat(200_000)}b=1`))).toBe(
    "validation_failed",
  );
});

test("commas within JSON strings aren’t entries", async () => {
  const text = `,"\\${",".repeat(5_000)}`;
  const { body } = await parse(JSON_TYPE, JSON.stringify({ text, more: [text, "b"] }));
  expect(body?.fields).toEqual([
    ["text", text],
    ["more", [text, "b"]],
  ]);
});
