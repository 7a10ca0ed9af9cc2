import type { Context } from "#lib/core/context";
import {
  confirmAuthenticator,
  startAuthenticator,
} from "#lib/domain/accounts/factors/authenticator";
import { addPasskey, startPasskey } from "#lib/domain/accounts/factors/passkeys";
import { codeAt } from "#tests/support/factories/factor-codes";
import { contextAt, type Workspace } from "#tests/support/factories/factories";
import { SoftwarePasskey } from "#tests/support/twins/software-authenticator";

const STEP_MS = 30_000;

/** A code that the app shows neither now nor around now. */
export function wrongCodeAt(secret: string, now: Date): string {
  const near = [-2, -1, 0, 1, 2].map((steps) =>
    codeAt(secret, new Date(now.getTime() + steps * STEP_MS)),
  );
  return ["000000", "111111", "222222", "333333", "444444", "555555"].find(
    (code) => !near.includes(code),
  ) as string;
}

/** Turns on two-step verification with the code of two minutes ago, so that later ones are unused. */
export async function turnOnTwoStep(workspace: Workspace, now = new Date()) {
  const ctx = contextAt(workspace, new Date(now.getTime() - 4 * STEP_MS));
  const { secret } = await startAuthenticator(ctx);
  const recoveryCodes = await confirmAuthenticator(ctx, codeAt(secret, ctx.now));
  const [recoveryCode = ""] = recoveryCodes;
  return { secret, recoveryCodes, recoveryCode };
}

/** Adds a passkey to the user of a context. */
export async function givePasskey(ctx: Context, name = "Test passkey"): Promise<SoftwarePasskey> {
  const passkey = new SoftwarePasskey();
  await addPasskey(ctx, { name, credential: passkey.create(await startPasskey(ctx)) });
  return passkey;
}
