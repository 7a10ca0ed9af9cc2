import type { OAuthErrorCode } from "@modelcontextprotocol/server";

/** An error in OAuth's own words (RFC 6749, 7591, 8707), for the program that sent the request. */
export class OAuthFailure extends Error {
  override name = "OAuthFailure";
  readonly code: `${OAuthErrorCode}`;
  readonly status: number;
  readonly retryAfterSeconds: number | undefined;

  constructor(
    code: `${OAuthErrorCode}`,
    message: string,
    { status = 400, retryAfterSeconds }: { status?: number; retryAfterSeconds?: number } = {},
  ) {
    super(message);
    this.code = code;
    this.status = status;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}
