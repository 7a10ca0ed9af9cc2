import { consume, type RateLimitResult } from "#lib/adapters/limiter/limiter";
import { countOf } from "#lib/core/count";
import { AppError } from "#lib/core/errors";
import { settings } from "#lib/core/settings/settings";
import type { HttpResponse } from "#lib/entry/http/http-types";

const WINDOW_SECONDS = 60;

/** The rate limits of one management request. */
export class ManagementLimits {
  private readonly counted: { name: string; allowance: RateLimitResult }[] = [];

  private readonly bucket: string;

  /** @param bucket - what is counted together, apart from everything else */
  constructor(bucket: string) {
    this.bucket = bucket;
  }

  /** @throws {AppError} rate_limited */
  async count(name: "ip" | "token" | "workspace", key: string): Promise<void> {
    const limit = settings().managementRateLimit;
    const allowance = await consume({
      name: `${this.bucket}-${name}`,
      key,
      limit,
      windowSeconds: WINDOW_SECONDS,
    });
    this.counted.push({ name, allowance });
    if (!allowance.isAllowed)
      throw new AppError(
        "rate_limited",
        `Too many requests: the limit is ${countOf(limit, "request")} per minute for each ${name === "ip" ? "IP address" : name}. Try again in ${countOf(allowance.resetSeconds, "second")}.`,
        { retryAfterSeconds: allowance.resetSeconds },
      );
  }

  /** Adds `RateLimit-Policy` and `RateLimit` (IETF draft); the latter names the tightest bucket. */
  addHeaders({ headers }: HttpResponse): void {
    const [tightest] = this.counted.toSorted(
      (a, b) => a.allowance.remaining - b.allowance.remaining,
    );
    if (!tightest) return;
    const policy = this.counted.map(
      ({ name, allowance }) => `"${name}";q=${allowance.limit};w=${WINDOW_SECONDS}`,
    );
    const { remaining, resetSeconds } = tightest.allowance;
    headers["RateLimit-Policy"] = policy.join(", ");
    headers.RateLimit = `"${tightest.name}";r=${remaining};t=${resetSeconds}`;
  }
}
