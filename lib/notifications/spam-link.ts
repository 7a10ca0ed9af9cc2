import { createHmac, timingSafeEqual } from "node:crypto";
import { parse, stringify } from "uuid";
import { settings } from "#lib/core/settings";

/** A recipient who was notified of a submission. */
export type NotifiedRecipient = { workspaceId: string; submissionId: string; recipientId: string };

const ID_BYTES = 16;
const IDS_BYTES = 3 * ID_BYTES;
const SIGNATURE_BYTES = 16;

function sign(key: Buffer, payload: Buffer): Buffer {
  const digest = createHmac("sha256", key).update("mark-spam ").update(payload).digest();
  return digest.subarray(0, SIGNATURE_BYTES);
}

/**
 * Makes the URL of the page where a recipient can mark a message as spam without signing in.
 *
 * @param key - the installation's
 */
export function spamUrl(key: Buffer, ids: NotifiedRecipient): string {
  const { workspaceId, submissionId, recipientId } = ids;
  const payload = Buffer.concat([parse(workspaceId), parse(submissionId), parse(recipientId)]);
  const token = Buffer.concat([payload, sign(key, payload)]).toString("base64url");
  return `${settings().baseUrl}/mark-spam?token=${token}`;
}

/** Reads the token of a URL from {@link spamUrl}; null for anything else. */
export function readSpamToken(key: Buffer, token: string): NotifiedRecipient | null {
  const bytes = Buffer.from(token, "base64url");
  // Buffer ignores characters outside the alphabet; a token has one spelling only.
  if (bytes.toString("base64url") !== token) return null;
  if (bytes.length !== IDS_BYTES + SIGNATURE_BYTES) return null;
  const payload = bytes.subarray(0, IDS_BYTES);
  if (!timingSafeEqual(bytes.subarray(IDS_BYTES), sign(key, payload))) return null;
  return {
    workspaceId: stringify(payload),
    submissionId: stringify(payload, ID_BYTES),
    recipientId: stringify(payload, 2 * ID_BYTES),
  };
}
