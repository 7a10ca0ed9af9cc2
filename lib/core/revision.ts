import { AppError } from "#lib/core/errors";

/**
 * Compares a revision with the one that is stored; call it while the row is held.
 *
 * @param given - as sent, null for "nothing is saved yet"
 * @throws {AppError} revision_conflict
 */
export function requireRevision(given: string | null, current: string | null): void {
  if (given === current) return;
  const reason =
    given === null
      ? "There is a saved configuration already; send the revision of the latest read."
      : "The configuration was changed since this revision was read; read it again.";
  throw new AppError("revision_conflict", reason);
}
