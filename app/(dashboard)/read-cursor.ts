import { Cursor } from "#lib/core/cursor";

/** A cursor that an address carries; one that a hand has mistyped is none. */
export function readCursor(value: string | undefined): string | undefined {
  return Cursor.safeParse(value).data;
}
