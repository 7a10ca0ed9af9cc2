import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseMultipart } from "#lib/entry/intake/multipart";
import { parse } from "#tests/support/contract/parse";
import { BOUNDARY, multipartBody, type SentPart } from "#tests/support/factories/multipart-body";
import { EXE, PDF, PNG, SAMPLES } from "#tests/support/factories/sample-files";

function read(parts: readonly SentPart[] | Buffer, uploadsEnabled = true) {
  const bytes = Buffer.isBuffer(parts) ? parts : multipartBody(parts);
  return parse(`multipart/form-data; boundary=${BOUNDARY}`, bytes, { uploadsEnabled });
}

/** The parser returns names as binary strings, in the encoding of the body. */
const utf8 = (binary: string) => Buffer.from(binary, "latin1").toString("utf8");
const raw = (text: string) => Buffer.from(text.replaceAll("\n", "\r\n"), "utf8");
const message = { name: "message", content: "hi" };
const pdf = (name: string, filename = "cv.pdf"): SentPart => ({ name, filename, content: PDF });

describe("multipart parsing", () => {
  test("returns any names, file names, and bytes in the order sent", () => {
    const part = fc.record({
      name: fc.string({ unit: "grapheme" }).filter((name) => !/%(22|0D|0A)/.test(name)),
      filename: fc.option(
        fc.string().filter((name) => !/%(22|0D|0A)/.test(name)),
        { nil: null },
      ),
      content: fc.uint8Array({ maxLength: 200 }),
    });
    fc.assert(
      fc.property(fc.array(part, { maxLength: 6 }), (parts) => {
        const body = multipartBody(
          parts.map(({ filename, ...rest }) => ({
            ...rest,
            ...(filename === null ? {} : { filename }),
          })),
        );
        const parsed = parseMultipart(body, BOUNDARY, 10);
        expect(
          parsed.map(({ name, filename, bytes }) => ({
            name: utf8(name),
            filename: filename === null ? null : utf8(filename),
            content: new Uint8Array(bytes),
          })),
        ).toEqual(parts.map((each) => ({ ...each, content: new Uint8Array(each.content) })));
      }),
    );
  });

  test("parses a body created by FormData", async () => {
    const data = new FormData();
    data.append('wh"at\\', "1\r\n2");
    data.append("datei", new File(["x"], 'ü"b\\er.txt'));
    const response = new Response(data);
    const boundary = response.headers.get("content-type")?.split("boundary=")[1] ?? "";
    const parts = parseMultipart(new Uint8Array(await response.arrayBuffer()), boundary, 10);
    expect(parts.map(({ name, filename }) => [utf8(name), filename && utf8(filename)])).toEqual([
      ['wh"at\\', null],
      ["datei", 'ü"b\\er.txt'],
    ]);
    expect(String(parts[0]?.bytes)).toBe("1\r\n2");
  });

  test("treats content that resembles a boundary as content", () => {
    const content = `a\r\n--${BOUNDARY}x\r\n--${BOUNDARY} y\r\n--\r\n`;
    const [part] = parseMultipart(multipartBody([{ name: "a", content }]), BOUNDARY, 10);
    expect(String(part?.bytes)).toBe(content);
  });

  test("parses preambles, epilogues, padding, folded, and unquoted headers, escaped quotes, and filename*", () => {
    const body = raw(
      `preamble\n--b \t\ncontent-disposition:form-data;name=plain\n\n1\n` +
        `--b\nX-Other: y\nContent-Disposition: form-data;\n name="fol\\"ded"\n\n2\n` +
        `--b\nContent-Disposition: form-data; name="f"; filename="a.txt"; filename*=UTF-8''%e2%82%ac.txt\n\n3\n` +
        `--b\nContent-Disposition: form-data; name="empty"\n\n--b--\nepilogue`,
    );
    expect(
      parseMultipart(body, "b", 10).map((part) => [
        part.name,
        part.filename,
        part.extendedFilename,
        String(part.bytes),
      ]),
    ).toEqual([
      ["plain", null, null, "1"],
      ['fol"ded', null, null, "2"],
      ["f", "a.txt", "€.txt", "3"],
      ["empty", null, null, ""],
    ]);
  });

  test.each([
    ["no boundary", "hello"],
    ["another boundary", "--c\n\n--c--"],
    ["a missing end", `--b\nContent-Disposition: form-data; name="a"\n\n1\n`],
    ["an end in the headers", `--b\nContent-Disposition: form-data; name="a"`],
    ["a part without Content-Disposition", "--b\nX: y\n\n1\n--b--"],
    ["a part without headers", "--b\n\n1\n--b--"],
    ["a part without a name", "--b\nContent-Disposition: form-data\n\n1\n--b--"],
    ["an attachment", `--b\nContent-Disposition: attachment; name="a"\n\n1\n--b--`],
    ["endless headers", `--b\nX: ${"y".repeat(20_000)}\n\n1\n--b--`],
  ])("rejects a body with %s", (_, body) => {
    expect(() => parseMultipart(raw(body), "b", 10)).toThrow(
      expect.objectContaining({ code: "validation_failed" }),
    );
  });

  test("says in details what's wrong without a boundary in the header", async () => {
    const { problem } = await parse("multipart/form-data", "--b--");
    const message = "isn't a valid multipart body: the Content-Type header has no boundary";
    expect(problem).toMatchObject({
      code: "validation_failed",
      details: [{ path: "", message }],
    });
  });

  test("throws only an AppError for any bytes", () => {
    const piece = fc.constantFrom(
      "--b",
      "\r\n",
      "--",
      'Content-Disposition: form-data; name="',
      '"',
      ";",
      "x",
      " ",
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        try {
          parseMultipart(Buffer.from(pieces.join("")), "b", 10);
        } catch (failure) {
          expect(failure).toMatchObject({ name: "AppError" });
        }
      }),
    );
  });

  test("rejects 4 MiB of empty parts or near-boundaries within 3 seconds", () => {
    const started = performance.now();
    const parts = Buffer.alloc(
      4 * 1024 * 1024,
      `--b\r\nContent-Disposition: form-data; name=a\r\n\r\n\r\n`,
    );
    expect(() => parseMultipart(parts, "b", 1000)).toThrow(
      expect.objectContaining({ code: "too_many_fields" }),
    );
    const near = Buffer.concat([raw(`--b\nA:`), Buffer.alloc(4 * 1024 * 1024, "\r\n--b ")]);
    expect(() => parseMultipart(near, "b", 1000)).toThrow();
    expect(performance.now() - started).toBeLessThan(3000);
  });
});

describe("a multipart submission", () => {
  test("stores fields as UTF-8 and files with their verified types", async () => {
    const { body, files, problem } = await read([
      { name: "näme", content: "Grüße 😀" },
      pdf("cv", "C:\\docs\\Lebenslauf.PDF"),
      message,
      { name: "näme", content: "two" },
      { name: "photo", filename: "me.png", content: PNG },
    ]);
    expect(problem).toBeNull();
    expect(body?.fields).toEqual([
      ["näme", ["Grüße 😀", "two"]],
      ["message", "hi"],
    ]);
    expect(files.map(({ bytes, ...file }) => ({ ...file, size: bytes.length }))).toEqual([
      { field: "cv", filename: "Lebenslauf.PDF", contentType: "application/pdf", size: PDF.length },
      { field: "photo", filename: "me.png", contentType: "image/png", size: PNG.length },
    ]);
  });

  test("ignores empty files, even while uploads are disabled", async () => {
    const empty = { name: "cv", filename: "", content: "" };
    expect(await read([message, empty, { ...empty, filename: "a.exe" }], false)).toMatchObject({
      problem: null,
      body: { files: [] },
    });
  });

  test("drops files in control fields and the honeypot", async () => {
    const { body, problem } = await read([message, pdf("_service_x"), pdf("botcheck")], false);
    expect(problem).toBeNull();
    expect(body?.files).toEqual([]);
  });

  test("isn't empty if it contains only a file", async () => {
    expect((await read([pdf("cv")])).problem).toBeNull();
    expect((await read([])).problem?.code).toBe("empty_submission");
  });

  test("accepts at most five files, which don't count as fields", async () => {
    const fields = Array.from({ length: 100 }, (_, n) => ({ name: `f${n}`, content: "x" }));
    const files = (count: number) => Array.from({ length: count }, () => pdf("cv"));
    expect((await read([...fields, ...files(5)])).problem).toBeNull();
    const sixth = await read([...fields, ...files(6)]);
    expect(sixth.problem?.code).toBe("too_many_fields");
    expect(sixth.body?.fields).toHaveLength(100);
  });

  test("rejects files by name while uploads are disabled, and keeps the values", async () => {
    const { body, problem } = await read([message, pdf("cv")], false);
    expect(problem?.code).toBe("uploads_disabled");
    expect(problem?.details).toEqual([{ path: "cv", message: expect.stringContaining("cv.pdf") }]);
    expect(body).toMatchObject({
      fields: [["message", "hi"]],
      files: [{ field: "cv", filename: "cv.pdf" }],
    });
  });

  test("rejects all files if the content of one isn't allowed", async () => {
    const { body, files, problem } = await read([
      message,
      pdf("cv"),
      { name: "photo", filename: "me.png", content: EXE },
      { name: "doc", filename: "run.doc", content: EXE },
      { name: "other", filename: "run.exe", content: SAMPLES.pdf ?? EXE },
    ]);
    expect(problem?.code).toBe("file_type_not_allowed");
    expect(problem?.details).toEqual([
      { path: "photo", message: expect.stringContaining("me.png") },
      { path: "doc", message: expect.stringContaining("run.doc") },
    ]);
    expect(files).toEqual([]);
    expect(body?.files).toHaveLength(4);
  });

  test("applies the same rules to names of file fields as to other names", async () => {
    expect((await read([message, pdf("n".repeat(101))])).problem?.code).toBe("validation_failed");
    const unnamed = await read([message, pdf("")]);
    expect(unnamed.body?.files).toMatchObject([{ field: "unnamed" }]);
  });

  test("keeps no values if it can't be parsed", async () => {
    const parsed = await read(Buffer.from("nonsense"));
    expect(parsed).toMatchObject({ body: null, problem: { code: "validation_failed" } });
    const unbounded = await parse("multipart/form-data", "");
    expect(unbounded).toMatchObject({ body: null, problem: { code: "validation_failed" } });
  });
});

const MULTIPART = "multipart/form-data; boundary=b";
const latin1 = (text: string) => Buffer.from(text, "latin1");

/** A body with one part. */
const onePart = (disposition: string, content = "x", headers = "") =>
  latin1(
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
    expect(await fieldsOf(onePart(disposition))).toEqual({ [name]: "x" });
  });

  test("keeps a backslash at its end, as browsers send it", async () => {
    const { files } = await parse(MULTIPART, onePart('name="a\\"; filename="b.txt"'), {
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
    const { files } = await parse(MULTIPART, onePart(`name="f"; ${disposition}`), {
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
    expect(await fieldsOf(onePart('name="a"', content, header))).toEqual({ a: value });
  });

  test("is decoded in the charset of the part, and for files", async () => {
    const latin =
      "Content-Type: text/plain; charset=latin1\r\nContent-Transfer-Encoding: base64\r\n";
    expect(await fieldsOf(onePart('name="a"', "Uul0", latin))).toEqual({ a: "Rét" });
    const { files } = await parse(
      MULTIPART,
      onePart('name="f"; filename="a.txt"', "aGVsbG8=", "Content-Transfer-Encoding: base64\r\n"),
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
