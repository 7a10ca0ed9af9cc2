import { AppError } from "#lib/core/errors";

/**
 * Rejects a password that can be read off the account.
 *
 * @param names - the user's address and the names of their workspaces
 * @param path - of the field, for the error
 * @throws {AppError} validation_failed
 */
export function requireUnguessable(password: string, names: readonly string[], path: string): void {
  const fold = (text: string) => text.trim().toLowerCase();
  if (!names.some((name) => fold(name) === fold(password))) return;
  const message = "must not be your email address or the name of your workspace";
  throw new AppError("validation_failed", `The password ${message}.`, {
    details: [{ path, message }],
  });
}
