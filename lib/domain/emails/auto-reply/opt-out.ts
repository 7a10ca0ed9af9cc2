import { parse, stringify } from "uuid";
import { db } from "#lib/adapters/db/database";
import { installationKey } from "#lib/adapters/db/installation-key";
import type { Context } from "#lib/core/context";
import { addressKey } from "#lib/core/email-address";
import { ID_BYTES } from "#lib/core/ids";
import { hashAddress } from "#lib/core/secrets";
import { settings } from "#lib/core/settings/settings";
import { makeSignedToken, readSignedToken } from "#lib/core/signed-token";
import { type Look, readLook } from "#lib/domain/brand/look";

/** A visitor's address in one workspace, as a keyed hash. */
type ReplyAddress = { workspaceId: string; addressHash: string };

const PURPOSE = "opt-out";
const HASH_BYTES = 32;

/**
 * Hashes a visitor's address for slots, opt-outs, and links. Ignores case, and differs between
 * workspaces.
 *
 * @param key - the installation's: opt-outs outlast SECRET_KEY
 */
export function hashReplyAddress(key: Buffer, workspaceId: string, email: string): string {
  return hashAddress(key, `reply ${workspaceId} ${addressKey(email)}`);
}

/**
 * A token that opts this address out of this workspace's auto-replies. It doesn't reveal the address
 * and never expires: an email may be read years later.
 */
export function makeOptOutToken(key: Buffer, { workspaceId, addressHash }: ReplyAddress): string {
  const parts = [parse(workspaceId), Buffer.from(addressHash, "base64url")];
  return makeSignedToken(key, PURPOSE, parts);
}

/** Reads the address from a token of {@link makeOptOutToken}; null for any other text. */
export function readOptOutToken(key: Buffer, token: string): ReplyAddress | null {
  const payload = readSignedToken(key, PURPOSE, token, ID_BYTES + HASH_BYTES);
  return (
    payload && {
      workspaceId: stringify(payload),
      addressHash: payload.toString("base64url", ID_BYTES),
    }
  );
}

export function optOutUrl(token: string): string {
  return `${settings().baseUrl}/opt-out?token=${token}`;
}

export type OptOutState = "open" | "already_opted_out" | "invalid";

/** Looks up a link without changing anything: email scanners follow links. */
export async function findOptOut(token: string): Promise<OptOutState> {
  const address = readOptOutToken(await installationKey(), token);
  if (!address) return "invalid";
  const count = await db().replyOptOut.count({ where: address });
  return count === 0 ? "open" : "already_opted_out";
}

/** Returns the workspace's look for the page of a link, or null if the link doesn't work. */
export async function findOptOutLook(token: string): Promise<Look | null> {
  const address = readOptOutToken(await installationKey(), token);
  return address && readLook(db(), address, null);
}

/** Permanently opts a visitor's address out of a workspace's auto-replies, because they bounce or aren't wanted. */
export async function optOutAddress({ workspaceId, now }: Context, email: string): Promise<void> {
  const addressHash = hashReplyAddress(await installationKey(), workspaceId, email);
  await insertOptOut({ workspaceId, addressHash }, now);
}

/** @returns false if it's opted out already */
async function insertOptOut(address: ReplyAddress, now: Date): Promise<boolean> {
  const count = await db().$executeRaw`
    INSERT INTO reply_opt_outs (workspace_id, address_hash, created_at)
    SELECT id, ${address.addressHash}, ${now} FROM workspaces WHERE id = ${address.workspaceId}::uuid
    ON CONFLICT (workspace_id, address_hash) DO NOTHING`;
  return count > 0;
}

/**
 * Permanently opts the address of a link out of this workspace's auto-replies. The link itself is the
 * proof, so no context is needed.
 *
 * @returns the state before: `open` means that the address is opted out now
 */
export async function optOutVisitor(token: string, now: Date): Promise<OptOutState> {
  const address = readOptOutToken(await installationKey(), token);
  if (!address) return "invalid";
  return (await insertOptOut(address, now)) ? "open" : "already_opted_out";
}
