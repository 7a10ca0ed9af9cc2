import { AppError } from "#lib/core/errors";
import { hashVisitorAddress } from "#lib/core/secrets";
import type { ParsedSubmission } from "#lib/http/intake/parse-submission";
import { formatFor, type SubmissionHead } from "#lib/http/intake/submission-head";
import type { RepeatKey } from "#lib/intake/draft-submission";
import { contentDigest } from "#lib/intake/fields";

const DAY_MS = 86_400_000;
/** A double click on a plain form without JavaScript stores one message (CONTRACT section 4). */
const DOUBLE_CLICK_MS = 15_000;

/**
 * How a repeat of this submission is recognized: by the sender's key for 24 hours, else, for plain HTML
 * forms, by the same content from the same address within 15 seconds.
 *
 * @throws {AppError} validation_failed for a malformed key
 */
export function repeatKeyOf(head: SubmissionHead, body: ParsedSubmission): RepeatKey | null {
  const sent = head.idempotencyKey ?? (body.controls.get("_service_idempotency_key") || null);
  if (sent === null && formatFor(head, body.kind) !== "html") return null;
  const contentHash = contentDigest(body.fields, body.files);
  if (sent === null) {
    const content = Buffer.from(contentHash).toString("base64url");
    const key = `auto:${hashVisitorAddress(`${head.address} ${content}`)}`;
    return { key, contentHash, lifetimeMs: DOUBLE_CLICK_MS };
  }
  if (!/^[\x21-\x7e]{1,128}$/.test(sent))
    throw new AppError(
      "validation_failed",
      "The idempotency key must have 1 to 128 visible ASCII characters.",
      {
        details: [
          {
            path: head.idempotencyKey === null ? "_service_idempotency_key" : "Idempotency-Key",
            message: "must have 1 to 128 visible ASCII characters",
          },
        ],
      },
    );
  return { key: `sent:${sent}`, contentHash, lifetimeMs: DAY_MS };
}
