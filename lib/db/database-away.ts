const AWAY_SQLSTATES = new Set(["57P01", "57P02", "57P03", "53300"]);
const AWAY_ERRNOS = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ETIMEDOUT",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
]);
const AWAY_MESSAGES =
  /Connection terminated|timeout exceeded when trying to connect|Query read timeout|Can't reach database server|Server has closed the connection|Unable to start a transaction/i;

/** Whether a failure means that PostgreSQL could not be reached or went away, rather than said no. */
export function isDatabaseAway(failure: unknown): boolean {
  if (!(failure instanceof Error)) return false;
  const code = "code" in failure && typeof failure.code === "string" ? failure.code : "";
  return (
    AWAY_SQLSTATES.has(code) ||
    code.startsWith("08") ||
    AWAY_ERRNOS.has(code) ||
    AWAY_MESSAGES.test(failure.message) ||
    (failure.cause !== undefined && isDatabaseAway(failure.cause))
  );
}
