import { describe, expect, test } from "vitest";
import { parse, URLENCODED } from "#tests/support/contract/parse";

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

describe("bytes that are invalid in the charset", () => {
  test.each<[string, string | Buffer, string]>([
    [URLENCODED, "message=hi&name=Ren%E9", "name"],
    [URLENCODED, bytes("message=hi&name=Ren\xe9"), "name"],
    [URLENCODED, "message=hi&name=%C3", "name"],
    [URLENCODED, "message=hi&name=%ED%A0%80", "name"],
    [`${URLENCODED}; charset=windows-1253`, "message=hi&name=%FF", "name"],
    [MULTIPART, bytes(part("message", "hi"), part("name", "Ren\xe9"), "--b--"), "name"],
  ])("rejects an invalid value in a body of type %s", async (type, body, path) => {
    const { body: kept, problem } = await parse(type, body);
    expect(problem).toMatchObject({ code: "validation_failed", details: [{ path }] });
    // The error page shows the values that can be decoded.
    expect(kept?.fields[0]).toEqual(["message", "hi"]);
  });

  test("rejects invalid bytes in field names and file names", async () => {
    expect((await parse(URLENCODED, "n%E9=x")).problem?.code).toBe("validation_failed");
    const file = `--b\r\nContent-Disposition: form-data; name="f"; filename="\xfc.txt"\r\n\r\nx\r\n--b--`;
    const parsed = await parse(MULTIPART, bytes(file), { uploadsEnabled: true });
    expect(parsed.problem).toMatchObject({ code: "validation_failed", details: [{ path: "f" }] });
  });
});

test.each([
  [URLENCODED, "_charset_=x-made-up&a=b"],
  [MULTIPART, `${part("_charset_", "x-made-up")}--b--`],
  [MULTIPART, `${part("a", "b", "Content-Type: text/plain; charset=nope\r\n")}--b--`],
])("returns 415 for an unknown charset inside a %s body", async (type, body) => {
  expect((await parse(type, body)).problem?.code).toBe("unsupported_media_type");
});

test.each(["&", "&&a=b&", "a", "a=b=c", "=", "%zz=%", "a=%", "?a=b"])(
  "parses the unusual URL-encoded body %j like URLSearchParams",
  async (body) => {
    const expected = [...new URLSearchParams(body.startsWith("?") ? `&${body}` : body)];
    const { body: parsed } = await parse(URLENCODED, body);
    expect(parsed?.fields ?? []).toEqual(expected);
  },
);
