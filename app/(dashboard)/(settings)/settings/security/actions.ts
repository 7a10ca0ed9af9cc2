"use server";

import { refresh } from "next/cache";
import { encode } from "uqr";
import { z } from "zod";
import type { ActionResult, FormState } from "#components/form/action-result.ts";
import { authenticatedAction, checkedId, parseFields } from "#components/form/server-action.ts";
import type { Context } from "#lib/core/context";
import {
  confirmAuthenticator,
  createRecoveryCodes,
  removeAuthenticator,
  startAuthenticator,
} from "#lib/domain/accounts/factors/authenticator";
import { addPasskey, removePasskey, startPasskey } from "#lib/domain/accounts/factors/passkeys";
import { NewPasskeyResponse, OneTimeCode, PasskeyName } from "#lib/domain/accounts/factors/schema";
import { disconnectProvider } from "#lib/domain/accounts/providers/identities";
import { parseInput } from "#lib/entry/http/parse";

/** Runs a change that the user is emailed about. */
function securityAction<T>(data: FormData | null, run: (ctx: Context) => Promise<T>) {
  return authenticatedAction(data, async (ctx) => {
    const value = await run(ctx);
    refresh();
    return value;
  });
}

type QrCode = { size: number; path: string };

/** A QR code as an SVG path of unit squares, with the quiet zone that scanners need. */
function drawQrCode(text: string): QrCode {
  const { size, data } = encode(text, { border: 4 });
  const squares = data.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])),
  );
  return { size, path: squares.join("") };
}

export type AuthenticatorSetup = { secret: string; qrCode: QrCode };

export async function startAuthenticatorAction(): Promise<ActionResult<AuthenticatorSetup>> {
  return authenticatedAction(null, async (ctx) => {
    const { secret, uri } = await startAuthenticator(ctx);
    return { secret, qrCode: drawQrCode(uri) };
  });
}

export async function confirmAuthenticatorAction(_: FormState, data: FormData) {
  return securityAction(data, async (ctx) => {
    const { code } = parseFields(z.strictObject({ code: OneTimeCode }), data);
    return { secret: (await confirmAuthenticator(ctx, code)).join("\n") };
  });
}

export async function removeAuthenticatorAction(): Promise<ActionResult> {
  return securityAction(null, async (ctx) => {
    await removeAuthenticator(ctx);
    return { message: "Two-step verification is off." };
  });
}

export async function createRecoveryCodesAction(): Promise<ActionResult> {
  return securityAction(null, async (ctx) => ({
    secret: (await createRecoveryCodes(ctx)).join("\n"),
  }));
}

export async function startPasskeyAction() {
  return authenticatedAction(null, startPasskey);
}

export async function disconnectProviderAction(workspaceId: string | null): Promise<ActionResult> {
  return securityAction(null, async (ctx) => {
    await disconnectProvider(ctx, workspaceId === null ? null : checkedId(workspaceId));
    return { message: "Disconnected." };
  });
}

const AddPasskeyInput = z.strictObject({ name: PasskeyName, credential: NewPasskeyResponse });

export async function addPasskeyAction(input: z.input<typeof AddPasskeyInput>) {
  return securityAction(null, async (ctx) => {
    await addPasskey(ctx, parseInput(AddPasskeyInput, input));
    return { message: "Passkey added." };
  });
}

export async function removePasskeyAction(id: string): Promise<ActionResult> {
  return securityAction(null, async (ctx) => {
    await removePasskey(ctx, checkedId(id));
    return { message: "Passkey removed." };
  });
}
