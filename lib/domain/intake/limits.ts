import { type Bucket, consume } from "#lib/adapters/limiter/limiter";
import type { RateLimitResult } from "#lib/adapters/limiter/limiter-memory";
import { AppError } from "#lib/core/errors";
import { settings } from "#lib/core/settings/settings";

/** The maximum number of bytes of a submission's text in total, and of any body that isn't multipart. */
export const MAX_TEXT_BYTES = 256 * 1024;
/** The maximum size of a submission with files, from UPLOAD_LIMIT_MB. */
export const maxMultipartBytes = () => settings().uploadLimitMb * 1024 * 1024;
export const MAX_FIELD_ENTRIES = 100;
/** The maximum number of files in a submission, from UPLOAD_FILES. */
export const maxFiles = () => settings().uploadFiles;

/** The state of a limit, and when it resets. */
export type LimitStatus = Pick<RateLimitResult, "isAllowed" | "resetSeconds">;

/**
 * Counts a request against a limit per minute. Never throws: use {@link requireWithin} for that.
 */
export function countRequest(bucket: Omit<Bucket, "windowSeconds">): Promise<LimitStatus> {
  return consume({ ...bucket, windowSeconds: 60 });
}

/** Returns the limits of a visitor's address: over all forms, and for this one. */
export function addressLimits(address: string, publicKey: string) {
  const { intakeIpRateLimit, intakeIpTotalRateLimit } = settings();
  return {
    total: { name: "intake-ip-total", key: address, limit: intakeIpTotalRateLimit },
    ofForm: { name: "intake-ip", key: `${address} ${publicKey}`, limit: intakeIpRateLimit },
  };
}

/**
 * Returns the limits of a visitor's address for challenges: the same as for submissions, but counted
 * separately.
 */
export function challengeLimits(address: string, publicKey: string) {
  const { total, ofForm } = addressLimits(address, publicKey);
  return {
    total: { ...total, name: "challenge-ip-total" },
    ofForm: { ...ofForm, name: "challenge-ip" },
  };
}

/** Returns the limit of a form over all addresses. */
export function formLimit(formId: string) {
  return { name: "intake-form", key: formId, limit: settings().intakeFormRateLimit };
}

/**
 * Returns the limit that a message from this address to the form would exceed now. Counts nothing.
 */
export async function findReachedLimit(
  address: string,
  form: { id: string; publicKey: string },
): Promise<LimitStatus | undefined> {
  const { total, ofForm } = addressLimits(address, form.publicKey);
  const looks = [total, ofForm, formLimit(form.id)].map((limit) =>
    consume({ ...limit, windowSeconds: 60, isLook: true }),
  );
  return (await Promise.all(looks)).find(({ isAllowed }) => !isAllowed);
}

/** @throws {AppError} rate_limited */
export function requireWithin({ isAllowed, resetSeconds }: LimitStatus): void {
  if (!isAllowed)
    throw new AppError("rate_limited", "Too many submissions. Try again shortly.", {
      retryAfterSeconds: resetSeconds,
    });
}
