import { z } from "zod";

const AWAY_SQLSTATES = new Set(["57P01", "57P02", "57P03", "57P05", "53300"]);
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

/** A named statement that the connection doesn't know, or knows already (SQLSTATE). */
const MISPLACED_SQLSTATES = new Set(["26000", "42P05"]);
/** Serialization failure, deadlock, and a transaction that was idle for too long (SQLSTATE). */
const PASSING_SQLSTATES = new Set(["40001", "40P01", "25P03", ...MISPLACED_SQLSTATES]);
/** Prisma's codes for a transaction that took too long, and for a deadlock. */
const PASSING_CODES = new Set(["P2028", "P2034"]);

/** How Prisma hands on what PostgreSQL said: its own code is kept inside. */
const PrismaFailure = z.object({
  meta: z.object({
    driverAdapterError: z.object({ cause: z.object({ originalCode: z.string() }) }),
  }),
});

/** PostgreSQL's code of a failure (SQLSTATE), whoever hands it on; else whatever code it has. */
function codeOf(failure: Error): string {
  const handedOn = PrismaFailure.safeParse(failure).data;
  if (handedOn) return handedOn.meta.driverAdapterError.cause.originalCode;
  return "code" in failure && typeof failure.code === "string" ? failure.code : "";
}

/** Whether a failure means that PostgreSQL could not be reached or went away, rather than said no. */
export function isConnectionError(failure: unknown): boolean {
  if (!(failure instanceof Error)) return false;
  const code = codeOf(failure);
  return (
    AWAY_SQLSTATES.has(code) ||
    code.startsWith("08") ||
    AWAY_ERRNOS.has(code) ||
    AWAY_MESSAGES.test(failure.message) ||
    (failure.cause !== undefined && isConnectionError(failure.cause))
  );
}

/**
 * Whether nothing was wrong with the work but its moment, so that it may succeed when it is done
 * again: the database was away, others were in its way, or its transaction was cut short.
 */
export function isTransient(failure: unknown): boolean {
  if (!(failure instanceof Error)) return false;
  const code = codeOf(failure);
  return PASSING_SQLSTATES.has(code) || PASSING_CODES.has(code) || isConnectionError(failure);
}

/** Whether a pooler ran a prepared statement on another connection than the one that prepared it. */
export function isStatementMisplaced(failure: unknown): boolean {
  return failure instanceof Error && MISPLACED_SQLSTATES.has(codeOf(failure));
}
