import { parse, stringify } from "uuid";
import { ID_BYTES } from "#lib/core/ids";
import { settings } from "#lib/core/settings/settings";
import { makeSignedToken, readSignedToken } from "#lib/core/signed-token";

/** A recipient who was notified of a submission. */
type NotifiedRecipient = { workspaceId: string; submissionId: string; recipientId: string };

const PURPOSE = "mark-spam";

/**
 * Makes the URL of the page where a recipient can mark a message as spam without signing in.
 *
 * @param key - the installation's
 */
export function spamUrl(key: Buffer, ids: NotifiedRecipient): string {
  const parts = [ids.workspaceId, ids.submissionId, ids.recipientId].map((id) => parse(id));
  return `${settings().baseUrl}/mark-spam?token=${makeSignedToken(key, PURPOSE, parts)}`;
}

/** Reads the token of a URL from {@link spamUrl}; null for any other text. */
export function readSpamToken(key: Buffer, token: string): NotifiedRecipient | null {
  const payload = readSignedToken(key, PURPOSE, token, 3 * ID_BYTES);
  return (
    payload && {
      workspaceId: stringify(payload),
      submissionId: stringify(payload, ID_BYTES),
      recipientId: stringify(payload, 2 * ID_BYTES),
    }
  );
}
