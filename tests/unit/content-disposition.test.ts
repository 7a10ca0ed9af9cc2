import fc from "fast-check";
import { expect, test } from "vitest";
import { contentDisposition } from "#lib/http/attachment-response";

const FORM =
  /^attachment; filename="([^"\\%;\r\n]*)"; filename\*=UTF-8''([A-Za-z0-9!#$&+.^_`|~%-]*)$/;

test("encodes any file name in an RFC 6266 header that decodes to the same name", () => {
  const names = fc.oneof(fc.string({ unit: "grapheme" }), fc.string({ unit: "binary" }));
  fc.assert(
    fc.property(names, (name) => {
      const [, plain = "", encoded = ""] = FORM.exec(contentDisposition(name)) ?? [];
      expect(decodeURIComponent(encoded)).toBe(name);
      expect(plain).toMatch(/^[\x20-\x7e]*$/);
      expect(() => new Headers({ "Content-Disposition": contentDisposition(name) })).not.toThrow();
    }),
  );
});
