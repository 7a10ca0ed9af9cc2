import { AppError } from "#lib/core/errors";
import { processWide } from "#lib/core/process-wide";
import { settings } from "#lib/core/settings";

/** Bodies up to this size may use the whole budget; larger ones leave a quarter of it to them. */
const SMALL_BODY_BYTES = 64 * 1024;
const LARGE_BODY_SHARE = 3 / 4;
const RETRY_AFTER_SECONDS = 2;

/** The bytes of all request bodies that are in memory at once (CONTRACT section 4). */
export class BodyBudget {
  private readonly totalBytes: number;
  private takenBytes = 0;

  constructor(totalBytes: number) {
    this.totalBytes = totalBytes;
  }

  /**
   * @param bodyBytes - size of the body that the bytes are for, as far as it is known
   * @throws {AppError} service_unavailable when there is no room
   */
  take(bytes: number, bodyBytes: number): void {
    const isSmall = bodyBytes <= SMALL_BODY_BYTES;
    const limit = isSmall ? this.totalBytes : this.totalBytes * LARGE_BODY_SHARE;
    if (this.takenBytes + bytes > limit)
      throw new AppError(
        "service_unavailable",
        "The service is receiving too much data right now. Try again in a few seconds.",
        { retryAfterSeconds: RETRY_AFTER_SECONDS },
      );
    this.takenBytes += bytes;
  }

  give(bytes: number): void {
    this.takenBytes -= bytes;
  }

  get bytesInUse(): number {
    return this.takenBytes;
  }
}

/** The budget that every body of this process shares. */
export function bodyBudget(): BodyBudget {
  return processWide("body-budget", () => new BodyBudget(settings().bodyBudgetBytes));
}
