import { AppError } from "#lib/core/errors";
import { settings } from "#lib/core/settings/settings";

/** Returns whether the operator requires the installation's provider, so that nothing else opens a session. */
export function isProviderRequired(): boolean {
  return settings().oidc?.isRequired === true;
}

/** @throws {AppError} provider_sign_in_required where only the installation's provider opens sessions */
export function requireOtherWaysIn(): void {
  const { oidc } = settings();
  if (oidc?.isRequired)
    throw new AppError(
      "provider_sign_in_required",
      `On this service, people only sign in with ${oidc.name}.`,
    );
}
