import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { ErrorCode } from "#lib/core/errors";
import { contentDisposition } from "#lib/entry/http/attachment-response";
import { readContentType } from "#lib/entry/intake/content-type";
import { anyText } from "#tests/support/factories/any-text";

const read = (type: string | null, headers: Record<string, string> = {}) =>
  readContentType(new Headers({ ...(type === null ? {} : { "content-type": type }), ...headers }));
const rejection = (code: ErrorCode) => expect.objectContaining({ code });

describe("the content type of a submission", () => {
  test.each([
    ["application/json", "json"],
    ["Application/JSON; charset=utf-8", "json"],
    ["application/x-www-form-urlencoded", "urlencoded"],
    ["application/x-www-form-urlencoded;charset=UTF-8", "urlencoded"],
    ["multipart/form-data; boundary=abc", "multipart"],
    ["text/plain;charset=UTF-8", "text"],
  ])("parses %s as %s", (type, kind) => {
    expect(read(type).kind).toBe(kind);
  });

  test.each([
    null,
    "",
    "text/html; x=application/json",
    "application/jsonp",
    "application/ld+json",
    "multipart/mixed; boundary=abc",
    "application/octet-stream",
  ])("rejects the content type %s", (type) => {
    expect(() => read(type)).toThrow(rejection("unsupported_media_type"));
  });

  test.each(["gzip", "br", "deflate", "zstd", "gzip, identity", "x-made-up"])(
    "rejects a body with Content-Encoding %s",
    (encoding) => {
      expect(() => read("application/json", { "content-encoding": encoding })).toThrow(
        rejection("unsupported_media_type"),
      );
    },
  );

  test("treats Content-Encoding: identity as no encoding", () => {
    expect(read("application/json", { "content-encoding": "identity" }).kind).toBe("json");
  });

  test.each([
    ["application/json; charset=latin1", "latin1"],
    ['text/plain; charset="Shift_JIS"', "Shift_JIS"],
    ["application/x-www-form-urlencoded; charset=utf8", "utf8"],
    ["application/json", null],
  ])("parses %s with the charset %s", (type, encoding) => {
    expect(read(type).charset).toBe(encoding);
  });

  test.each([
    ["multipart/form-data; boundary=abc", "abc"],
    ['multipart/form-data; charset=utf-8; Boundary="a b;c"; x=y', "a b;c"],
    [
      "multipart/form-data; boundary=----WebKitFormBoundaryX; charset=utf-8",
      "----WebKitFormBoundaryX",
    ],
    ["multipart/form-data", null],
    ["multipart/form-data; boundary=", null],
  ])("parses %s with the boundary %j", (type, boundary) => {
    expect(read(type).boundary).toBe(boundary);
  });
});

describe("the declared size of a submission", () => {
  test.each([
    ["application/json", 262_144],
    ["text/plain", 262_144],
    ["application/x-www-form-urlencoded", 262_144],
    ["multipart/form-data; boundary=abc", 4_194_304],
  ])("for %s is at most %i bytes", (type, limit) => {
    const declare = (length: number) => read(type, { "content-length": String(length) });
    expect(declare(limit).maxBytes).toBe(limit);
    expect(() => declare(limit + 1)).toThrow(rejection("submission_too_large"));
  });
});

const FORM =
  /^attachment; filename="([^"\\%;\r\n]*)"; filename\*=UTF-8''([A-Za-z0-9!#$&+.^_`|~%-]*)$/;

test("encodes any file name in an RFC 6266 header that decodes to the same name", () => {
  const names = fc.oneof(fc.string({ unit: "grapheme" }), anyText());
  fc.assert(
    fc.property(names, (name) => {
      const [, plain = "", encoded = ""] = FORM.exec(contentDisposition(name)) ?? [];
      expect(decodeURIComponent(encoded)).toBe(name);
      expect(plain).toMatch(/^[\x20-\x7e]*$/);
      expect(() => new Headers({ "Content-Disposition": contentDisposition(name) })).not.toThrow();
    }),
  );
});
