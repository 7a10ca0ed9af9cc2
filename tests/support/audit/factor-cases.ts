import { signInWithPasskey, startPasskeySignIn } from "#lib/accounts/sign-in";
import {
  confirmAuthenticator,
  removeAuthenticator,
  startAuthenticator,
} from "#lib/factors/authenticator";
import { addPasskey, listPasskeys, removePasskey, startPasskey } from "#lib/factors/passkeys";
import { createRecoveryCodes } from "#lib/factors/recovery-codes";
import type { VerbCase } from "#tests/support/audit/audit-case";
import { codeAt } from "#tests/support/factories/factor-codes";
import { givePasskey, turnOnTwoStep } from "#tests/support/factories/factor-factories";
import { callerAt } from "#tests/support/factories/factories";
import { SoftwarePasskey } from "#tests/support/twins/software-authenticator";

/** Verbs that change how a user proves who they are. */
export const FACTOR_CASES: Readonly<Record<string, VerbCase>> = {
  confirmAuthenticator: {
    action: "account.authenticator_added",
    prepare: async ({ ctx }) => {
      const { secret } = await startAuthenticator(ctx);
      return () => confirmAuthenticator(ctx, codeAt(secret, ctx.now));
    },
  },
  removeAuthenticator: {
    action: "account.authenticator_removed",
    prepare: async ({ ctx, workspace }) => {
      await turnOnTwoStep(workspace);
      return () => removeAuthenticator(ctx);
    },
  },
  createRecoveryCodes: {
    action: "account.recovery_codes_created",
    prepare: async ({ ctx, workspace }) => {
      await turnOnTwoStep(workspace);
      return () => createRecoveryCodes(ctx);
    },
  },
  addPasskey: {
    action: "account.passkey_added",
    prepare: async ({ ctx }) => {
      const answer = new SoftwarePasskey().create(await startPasskey(ctx));
      return () => addPasskey(ctx, { name: "Phone", credential: answer });
    },
  },
  removePasskey: {
    action: "account.passkey_removed",
    prepare: async ({ ctx }) => {
      await givePasskey(ctx);
      const [passkey] = await listPasskeys(ctx);
      return () => removePasskey(ctx, passkey?.id ?? "");
    },
  },
  signInWithPasskey: {
    action: "account.signed_in",
    prepare: async ({ ctx }) => {
      const passkey = await givePasskey(ctx);
      const caller = callerAt(ctx.now);
      const answer = passkey.use(await startPasskeySignIn(caller));
      return () => signInWithPasskey(answer, caller);
    },
  },
};
