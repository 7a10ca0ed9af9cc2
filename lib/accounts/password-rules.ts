import { AppError } from "#lib/core/errors";

/** Common passwords of 12 characters or more, in lower case, from lists of leaked ones. */
const COMMON = new Set(
  `password1234 password12345 password123456 passwordpassword password1password mypassword123
  123456789012 1234567890123 12345678901234 123456123456 123123123123 987654321098 111122223333
  qwertyuiop12 qwertyuiop123 qwertyuiop[] qwerty123456 qwertyqwerty 1q2w3e4r5t6y q1w2e3r4t5y6
  1qaz2wsx3edc abcdefghijkl abc123abc123 iloveyou1234 administrator administrator1 letmeinletmein
  changeme1234 changemechangeme welcome12345 trustno1trustno1`.split(/\s+/),
);

/** Whether a password is among the first that an attacker tries on any account. */
export function isCommonPassword(password: string): boolean {
  return COMMON.has(password.toLowerCase()) || /^(.)\1*$/su.test(password);
}

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
