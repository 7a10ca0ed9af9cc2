import { describe, expect, test } from "vitest";
import { parse } from "#tests/support/contract/parse";

const MULTIPART = "multipart/form-data; boundary=b";
const bytes = (text: string) => Buffer.from(text, "latin1");

/** A body with one part. */
const body = (disposition: string, content = "x", headers = "") =>
  bytes(
    `--b\r\nContent-Disposition: form-data; ${disposition}\r\n${headers}\r\n${content}\r\n--b--`,
  );

const fieldsOf = async (sent: Buffer) => {
  const { body: parsed, problem } = await parse(MULTIPART, sent);
  expect(problem).toBeNull();
  return Object.fromEntries(parsed?.fields ?? []);
};

describe("the name of a part", () => {
  test.each([
    ['name="a"', "a"],
    ["name=a", "a"],
    ["name=first name", "first name"],
    ['name="a;b=c"', "a;b=c"],
    ['name="a%22b"', 'a"b'],
    ['name="a\\"b"', 'a"b'],
    ['name="a\\";b"', 'a";b'],
    ['name="a\\"; x=\\"y"', 'a"; x="y'],
    ['x="1;2" ; name = "a"', "a"],
    ["name*=utf-8''n%C3%A4me", "näme"],
    ["name*=iso-8859-1''n%E4me", "näme"],
  ])("is read from %s", async (disposition, name) => {
    expect(await fieldsOf(body(disposition))).toEqual({ [name]: "x" });
  });

  test("keeps a backslash at its end, as browsers send it", async () => {
    const { files } = await parse(MULTIPART, body('name="a\\"; filename="b.txt"'), {
      uploadsEnabled: true,
    });
    expect(files).toMatchObject([{ field: "a\\", filename: "b.txt" }]);
  });
});

describe("the name of a file", () => {
  test.each([
    ["filename*=UTF-8''%e2%82%ac.txt", "€.txt"],
    ["filename*=iso-8859-1'en'%A3%20rates.txt", "£ rates.txt"],
    ["filename*=shift_jis''%93%FA%96%7B.txt", "日本.txt"],
    ["filename*=x-made-up''%C3%A9.txt", "é.txt"],
    ["filename*=utf-8''%E9.txt", "é.txt"],
    ["filename=\"x.txt\"; filename*=utf-8''%C3%A9.txt", "é.txt"],
    ['filename="a\\"b;c.txt"', 'a"b;c.txt'],
  ])("is read from %s", async (disposition, filename) => {
    const { files } = await parse(MULTIPART, body(`name="f"; ${disposition}`), {
      uploadsEnabled: true,
    });
    expect(files.map((file) => file.filename)).toEqual([filename]);
  });
});

describe("the Content-Transfer-Encoding of a part", () => {
  test.each([
    ["quoted-printable", "M=C3=BCller", "Müller"],
    ["Quoted-Printable", "one=\r\ntwo =3D three", "onetwo = three"],
    ["base64", "aGVsbG8=", "hello"],
    ["BASE64", "TcO8\r\nbGxl\r\ncg==\r\n", "Müller"],
    ["base64", "not base64!", "not base64!"],
    ["8bit", "M=C3=BCller", "M=C3=BCller"],
  ])("%s is decoded: %j", async (encoding, content, value) => {
    const header = `Content-Transfer-Encoding: ${encoding}\r\n`;
    expect(await fieldsOf(body('name="a"', content, header))).toEqual({ a: value });
  });

  test("is decoded in the charset of the part, and for files", async () => {
    const latin =
      "Content-Type: text/plain; charset=latin1\r\nContent-Transfer-Encoding: base64\r\n";
    expect(await fieldsOf(body('name="a"', "Uul0", latin))).toEqual({ a: "Rét" });
    const { files } = await parse(
      MULTIPART,
      body('name="f"; filename="a.txt"', "aGVsbG8=", "Content-Transfer-Encoding: base64\r\n"),
      { uploadsEnabled: true },
    );
    expect(String(files[0]?.bytes)).toBe("hello");
  });
});

describe("lines that end in LF", () => {
  const lf = (text: string) => Buffer.from(text);
  const head = (name: string) => `Content-Disposition: form-data; name="${name}"`;

  test.each([
    [`--b\n${head("a")}\n\none\ntwo\n--b\n${head("b")}\n\n\n--b--\n`],
    [`preamble\n--b\n${head("a")}\n\none\ntwo\n--b\n${head("b")}\n\n--b--`],
    [`--b\n${head("a")}\r\n\r\none\ntwo\r\n--b\r\n${head("b")}\n\n\n--b--`],
  ])("are read like CRLF: %j", async (text) => {
    expect(await fieldsOf(lf(text))).toEqual({ a: "one\ntwo", b: "" });
  });

  test("don’t split a body whose delimiters end in CRLF", async () => {
    const text = `--b\r\n${head("a")}\r\n\r\none\n--b\n${head("b")}\n\ntwo\r\n--b--`;
    expect(await fieldsOf(lf(text))).toEqual({ a: `one\n--b\n${head("b")}\n\ntwo` });
  });

  test("don’t make a body whole that was cut short", async () => {
    const { problem } = await parse(MULTIPART, lf(`--b\n${head("a")}\n\none\n`));
    expect(problem?.code).toBe("validation_failed");
  });
});
