import { deflateRawSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { cleanFilename, FILE_EXTENSIONS, identifyFile } from "#lib/domain/intake/file-types";
import { compound, EXE, PDF, SAMPLES, zip } from "#tests/support/factories/sample-files";

/** The content type of a file, or null if it isn't accepted. */
const typeOf = async (filename: string, bytes: Uint8Array) =>
  (await identifyFile(filename, bytes))?.contentType ?? null;
const nameOf = async (filename: string, bytes: Uint8Array) =>
  (await identifyFile(cleanFilename(filename), bytes))?.filename;

const sample = (extension: string) => SAMPLES[extension] ?? Buffer.alloc(0);

describe("allowed file types", () => {
  test("are exactly the 19 documented extensions", () => {
    expect([...FILE_EXTENSIONS].sort()).toEqual(Object.keys(SAMPLES).sort());
    expect(FILE_EXTENSIONS).toHaveLength(19);
  });

  test.each(Object.keys(SAMPLES))(
    "accepts a valid .%s file with a lowercase or uppercase extension",
    async (ext) => {
      const type = await typeOf(`file.${ext}`, sample(ext));
      expect(type).toMatch(/^[a-z]+\/[a-z0-9.+-]+$/);
      expect(await typeOf(`FILE.${ext.toUpperCase()}`, sample(ext))).toBe(type);
    },
  );

  test.each(FILE_EXTENSIONS.map((ext) => [ext]))(
    "rejects a program renamed to .%s",
    async (ext) => {
      expect(await typeOf(`file.${ext}`, EXE)).toBeNull();
    },
  );

  test.each([
    ["shot.png", "jpg", "shot.png.jpg"],
    ["shot.jpg", "png", "shot.jpg.png"],
    ["w.jpg", "webp", "w.jpg.webp"],
    ["image.jpg", "heic", "image.jpg.heic"],
    ["photo.jfif", "jpg", "photo.jfif"],
    ["p.heif", "heic", "p.heif"],
    ["blob", "png", "blob.png"],
    ["", "jpg", "file.jpg"],
    ["r.doc", "rtf", "r.doc.rtf"],
    ["run.exe", "pdf", "run.exe.pdf"],
    ["a.html", "png", "a.html.png"],
    ["a.txt", "pdf", "a.txt.pdf"],
    ["a.", "pdf", "a.pdf"],
    ["a.pdf.js", "pdf", "a.pdf.js.pdf"],
    ["a.docx", "xlsx", "a.docx.xlsx"],
    ["a.docx", "doc", "a.docx.doc"],
    ["a.xls", "doc", "a.xls.doc"],
    ["a.docx", "zip", "a.docx.zip"],
    ["data.xls", "csv", undefined],
    ["notes", "txt", undefined],
    [`${"x".repeat(148)}.j`, "png", `${"x".repeat(146)}.png`],
  ])("%s with the content of a .%s is stored as %s", async (sent, content, stored) => {
    expect(await nameOf(sent, sample(content))).toBe(stored);
  });

  test("include a PDF whose header comes after other bytes, but not after markup", async () => {
    const pdf = (before: string) => Buffer.concat([Buffer.from(before, "latin1"), PDF]);
    for (const before of ["\r\n", "\xef\xbb\xbf", "HTTP/1.1 200 OK\r\n\r\n", "\0".repeat(1_000)])
      expect(await typeOf("a.pdf", pdf(before)), before).toBe("application/pdf");
    for (const before of ["<!doctype html>", "<script>1</script>", "<svg>", "\0".repeat(1_024)])
      expect(await typeOf("a.pdf", pdf(before)), before).toBeNull();
  });

  test("never include markup, whatever the name", async () => {
    for (const name of ["a.png", "a.pdf", "a.txt", "a.csv", "a.svg", "a.html", "blob"])
      for (const text of ["<svg xmlns='x'/>", "<!doctype html><p>", "<?xml version='1.0'?><svg/>"])
        if (!(text.startsWith("<?xml") && /txt|csv/.test(name)))
          expect(await typeOf(name, Buffer.from(text)), `${name} ${text}`).toBeNull();
  });

  test("rejects macro documents as .docx and Java or Android archives as .zip", async () => {
    const types = `<Types><Override PartName="/word/document.xml" ContentType="application/vnd.ms-word.document.macroEnabled.main+xml"/></Types>`;
    const macros = zip({ "[Content_Types].xml": types, "word/document.xml": "<x/>" });
    expect(await typeOf("a.docx", macros)).toBeNull();
    expect(await typeOf("a.zip", zip({ "META-INF/MANIFEST.MF": "x" }))).toBeNull();
    expect(await typeOf("a.zip", zip({ "classes.dex": "x" }))).toBeNull();
  });

  test("accepts an office document with the extension .zip as a ZIP archive", async () => {
    expect(await typeOf("a.zip", sample("docx"))).toBe("application/zip");
  });

  test("distinguishes compound files by their streams and rejects installers", async () => {
    expect(await typeOf("a.doc", compound("Workbook"))).toBe("application/vnd.ms-excel");
    expect(await typeOf("a.xls", compound("WordDocument"))).toBe("application/msword");
    expect(await typeOf("a.msg", compound())).toBeNull();
    const installer = Buffer.from("84100c0000000000c000000000000046", "hex");
    expect(await typeOf("a.doc", Buffer.concat([compound(), installer]))).toBeNull();
    expect(await typeOf("a.xls", compound("Book"))).toBe("application/vnd.ms-excel");
  });

  test("accepts HEIF photos from phones as image/heic and rejects AVIF", async () => {
    const heif = Buffer.from(sample("heic"));
    heif.write("mif1", 8);
    expect(await typeOf("IMG_0001.HEIC", heif)).toBe("image/heic");
    heif.write("avif", 8);
    expect(await typeOf("IMG_0001.heic", heif)).toBeNull();
  });
});

describe("text files", () => {
  test("accepts UTF-8, UTF-16 with a byte order mark, and 8-bit encodings", async () => {
    const bytes = [
      Buffer.from("\ufeffgrün"),
      Buffer.from("gr\xfcn \x93quoted\x94", "latin1"),
      Buffer.from("\ufeffgrün, 中文", "utf16le"),
      Buffer.from("\ufeffgrün", "utf16le").swap16(),
      Buffer.from("tab\tline\r\nfeed\f"),
      Buffer.from(" "),
      Buffer.from("name;città\r\n", "utf16le"),
      Buffer.from("name;città\r\n", "utf16le").swap16(),
      Buffer.from("\x1b$BF|K\\\x1b(B"),
    ];
    for (const text of bytes) expect(await typeOf("a.txt", text)).toBe("text/plain");
  });

  test("accepts text that starts like a binary signature", async () => {
    for (const text of ["BMW, 3 series", "MZ is a car maker", "solid oak;4", "G-Force", "AC1015"])
      expect(await typeOf("a.csv", Buffer.from(text)), text).toBe("text/csv");
  });

  test("rejects NUL bytes, control characters, and invalid UTF-16", async () => {
    const bytes = [
      Buffer.from("a\u0000b"),
      Buffer.from("a\u001b[31m"),
      Buffer.from("a\u007f"),
      Buffer.from("a\u0000b", "utf16le"),
      Buffer.from([0xff, 0xfe, 0x41]),
    ];
    for (const binary of bytes) expect(await typeOf("a.txt", binary)).toBeNull();
  });

  test("rejects text formats other than plain text, such as HTML and scripts", async () => {
    const foreign = [
      "<!DOCTYPE html><p>x",
      "\n  <html>",
      "<script>alert(1)</script>",
      "<svg onload=x>",
      "#!/bin/sh\nrm -rf /",
      "<?php echo 1;",
      "GIF89a=1;",
    ];
    for (const text of foreign) expect(await typeOf("a.txt", Buffer.from(text)), text).toBeNull();
  });
});

describe("hostile archives", () => {
  test("rejects a ZIP bomb in limited time and memory", async () => {
    const bomb = deflateRawSync(Buffer.alloc(256 * 1024 * 1024));
    const archive = zip({ "[Content_Types].xml": "x" });
    const name = "[Content_Types].xml";
    const head = Buffer.from(archive.subarray(0, 30 + name.length));
    head.writeUInt16LE(8, 8);
    head.writeUInt32LE(bomb.length, 18);
    const before = process.memoryUsage().rss;
    const started = performance.now();
    expect(await typeOf("a.docx", Buffer.concat([head, bomb]))).toBeNull();
    expect(performance.now() - started).toBeLessThan(3000);
    expect(process.memoryUsage().rss - before).toBeLessThan(64 * 1024 * 1024);
  });

  test("identifies an archive with 3,000 entries or a false size in limited time", async () => {
    const many = zip(Object.fromEntries(Array.from({ length: 3000 }, (_, n) => [`${n}.txt`, "x"])));
    const started = performance.now();
    expect(await typeOf("a.docx", many)).toBe("application/zip");
    const lying = Buffer.from(sample("zip"));
    lying.writeUInt32LE(0xffffffff, 18);
    expect(await typeOf("a.docx", lying)).toBe("application/zip");
    expect(performance.now() - started).toBeLessThan(3000);
  });
});

describe("file names", () => {
  test.each([
    ["C:\\Users\\me\\cv.pdf", "cv.pdf"],
    ["../../etc/passwd.txt", "passwd.txt"],
    ["a/b\\c.png", "c.png"],
    ["  cv .pdf ", "cv.pdf"],
    ["inv\u202efdp.exe", "invfdp.exe"],
    ["zero\u200bwidth\ufeff.txt", "zerowidth.txt"],
    ["می\u200cخواهم.png", "می\u200cخواهم.png"],
    ["👩\u200d👧.png", "👩\u200d👧.png"],
    ["line\r\nbreak\u0000\u2028.txt", "linebreak.txt"],
    [".pdf", "file.pdf"],
    ["/.pdf", "file.pdf"],
    ["...pdf", "file.pdf"],
    ["", "file"],
    ["Lebenslauf Müller 日本.pdf", "Lebenslauf Müller 日本.pdf"],
    ["archive.tar.zip", "archive.tar.zip"],
  ])("%j is stored as %j", (sent, kept) => {
    expect(cleanFilename(sent)).toBe(kept);
  });

  test("are truncated to 150 whole characters and keep their extension", () => {
    const long = cleanFilename(`${"😀".repeat(200)}.pdf`);
    expect(Array.from(long)).toHaveLength(150);
    expect(long.endsWith("😀.pdf")).toBe(true);
    expect(cleanFilename(`${"a".repeat(146)}.pdf`)).toHaveLength(150);
    expect(cleanFilename(`${"a".repeat(147)}.pdf`)).toBe(`${"a".repeat(146)}.pdf`);
    expect(Array.from(cleanFilename(`a.${"b".repeat(500)}`)).length).toBeLessThanOrEqual(150);
  });
});
