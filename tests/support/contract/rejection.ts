import { expect } from "vitest";
import type { ErrorCode } from "#lib/core/errors";

/** Expects this call to be rejected with this error. */
export async function expectRejection(
  work: Promise<unknown>,
  code: ErrorCode,
  more: object = {},
): Promise<void> {
  await expect(work).rejects.toMatchObject({ ...more, code });
}
