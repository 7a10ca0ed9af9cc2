import { readFileSync } from "node:fs";
import { type Guesses, guessLayout, guessSettings } from "#lib/domain/imports/guess-settings";
import { type MappedRecord, recordMapper } from "#lib/domain/imports/map-record";
import { type RawRecord, readRecords } from "#lib/domain/imports/read-records";
import type { ImportSettingsInput } from "#lib/domain/imports/schema";

/** The bytes of a file in this folder. */
export function fixtureBytes(name: string): Uint8Array {
  return new Uint8Array(readFileSync(new URL(name, import.meta.url)));
}

/** Bytes in pieces of this size. */
export async function* inPieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.byteLength; at += size) yield bytes.subarray(at, at + size);
}

/** Reads a whole file as an import does, with the guesses for it. */
export async function readWhole(
  bytes: Uint8Array,
  name: string,
  given: ImportSettingsInput = {},
): Promise<{ guesses: Guesses; raw: RawRecord[]; records: MappedRecord[] }> {
  const layout = guessLayout(bytes, name, given);
  const raw = (await Array.fromAsync(readRecords(inPieces(bytes, 7), layout))).flat();
  const guesses = guessSettings(layout, raw, [], given);
  const times = { fallback: new Date("2026-11-30"), now: new Date("2026-11-30") };
  return { guesses, raw, records: raw.map(recordMapper(guesses.settings, times)) };
}
