const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** The WHATWG name of an encoding label (`latin1` is `windows-1252`), or null for an unknown label. */
export function findEncoding(label: string): string | null {
  try {
    return new TextDecoder(label).encoding;
  } catch {
    // RangeError: no label of the Encoding standard.
    return null;
  }
}

/** Text, and whether every byte fits the encoding; bytes that don't are U+FFFD in `text`. */
export type DecodedText = { text: string; isExact: boolean };

export function decodeText(bytes: Uint8Array, encoding: string): DecodedText {
  try {
    const decoder =
      encoding === "utf-8" ? utf8 : new TextDecoder(encoding, { fatal: true, ignoreBOM: true });
    return { text: decoder.decode(bytes), isExact: true };
  } catch {
    const lenient = new TextDecoder(encoding, { ignoreBOM: true });
    return { text: lenient.decode(bytes), isExact: false };
  }
}
