import { createHash } from "node:crypto";
import { cutCharacters, entriesOf } from "#lib/core/characters";
import { isPageName } from "#lib/core/fields/control-fields";
import { type FieldPairs, valuesNamed } from "#lib/core/fields/fields";
import { isSenderName } from "#lib/core/fields/sender";
import type { SentFile } from "#lib/domain/intake/store-files";

const MAX_PREVIEW_CHARACTERS = 160;

const MESSAGE_NAMES = ["message", "comment", "comments", "text", "body"];

/** Counts the bytes of all names and values in UTF-8, as they're stored. */
export function textBytesOf(fields: FieldPairs): number {
  const texts = fields.flatMap(([name, value]) => [name, ...entriesOf(value)]);
  return texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
}

function toOneLine(values: readonly string[]): string {
  const lines = values.map((value) => value.replace(/[\s\p{Cc}]+/gu, " ").trim());
  return cutCharacters(lines.filter((line) => line !== "").join(" · "), MAX_PREVIEW_CHARACTERS);
}

/** Returns whether a text is a checkbox’s value, which means nothing without its name. */
function isSwitch(text: string): boolean {
  return /^\s*(?:true|false|on|off|yes|no)\s*$/i.test(text);
}

/** Makes a preview: one line of at most 160 characters of the message itself, without its sender. */
export function makePreview(fields: FieldPairs): string {
  for (const name of MESSAGE_NAMES) {
    const line = toOneLine(valuesNamed(fields, [name]));
    if (line !== "") return line;
  }
  const others = fields.filter(([name]) => !isSenderName(name) && !isPageName(name));
  const values = (list: FieldPairs) =>
    list.flatMap(([name, value]) =>
      entriesOf(value).map((text) => (isSwitch(text) ? `${name}: ${text}` : text)),
    );
  return toOneLine(values(others)) || toOneLine(values(fields));
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/**
 * Hashes the content (SHA-256) for idempotency. The order of fields and the encoding (JSON or HTML)
 * don't matter, so a list of one entry equals that entry. File names, the order within a list, and the
 * order of files in one field do matter.
 */
export function contentDigest(
  fields: FieldPairs,
  files: readonly Pick<SentFile, "field" | "filename" | "bytes">[],
): Uint8Array<ArrayBuffer> {
  const hash = (data: string | Uint8Array) => createHash("sha256").update(data).digest();
  const values = fields
    .map(([name, value]) => [name, entriesOf(value)] as const)
    .sort(([a], [b]) => compareText(a, b));
  const sent = files
    .map((file) => [file.field, file.filename, hash(file.bytes).toString("base64")] as const)
    .sort(([a], [b]) => compareText(a, b));
  return new Uint8Array(hash(JSON.stringify([values, sent])));
}
