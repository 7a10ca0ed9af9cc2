import fc from "fast-check";

/** Any character. fast-check's own unit `binary` has the same ones, and costs each file more than a second. */
const character = fc
  .oneof(fc.integer({ min: 0, max: 0xd7ff }), fc.integer({ min: 0xe000, max: 0x10ffff }))
  .map(
    (code) => String.fromCodePoint(code),
    (text) => {
      if (typeof text !== "string" || [...text].length !== 1) throw new TypeError("no character");
      return text.codePointAt(0) ?? 0;
    },
  );

/** Any text, with characters that no keyboard has. */
export const anyText = (limits: fc.StringConstraints = {}) =>
  fc.string({ ...limits, unit: character });

/** A web address; fast-check's own begins with the same table. */
export const anyUrl = (schemes: readonly string[] = ["http", "https"]) =>
  fc
    .tuple(
      fc.constantFrom(...schemes),
      fc.domain(),
      fc.array(anyText({ maxLength: 8 })),
      fc.boolean(),
    )
    .map(([scheme, host, parts, hasQuery]) => {
      const path = parts.map(encodeURIComponent);
      return `${scheme}://${host}/${path.join("/")}${hasQuery ? `?${path.join("&")}` : ""}`;
    });
