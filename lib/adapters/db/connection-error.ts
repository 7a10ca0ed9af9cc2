import { z } from "zod";

/** PostgreSQL is stopping, starting, full, or (25006) read-only, as a former primary may be. */
const CONNECTION_SQLSTATES = new Set(["57P01", "57P02", "57P03", "57P05", "53300", "25006"]);
const CONNECTION_ERRNOS = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ETIMEDOUT",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
]);
const CONNECTION_MESSAGES =
  /Connection (?:terminated|rejected)|timeout exceeded when trying to connect|Query read timeout|Can't reach database server|Server has closed the connection|Unable to start a transaction/i;

/** A named statement that the connection doesn't know, or already knows (SQLSTATE). */
const MISPLACED_SQLSTATES = new Set(["26000", "42P05"]);
/** Codes of a serialization failure and a deadlock (SQLSTATE), and Prisma's code for both. */
const CONFLICT_CODES = new Set(["40001", "40P01", "P2034"]);
/** A transaction that was idle for too long (SQLSTATE), or took too long (Prisma's code). */
const TIMEOUT_CODES = new Set(["25P03", "P2028"]);
/** The class of insufficient resources (SQLSTATE), and an error of the disk itself. */
const RESOURCE_CLASS = "53";
const IO_ERROR = "58030";

/** Prisma's wrapper of a PostgreSQL error, which contains PostgreSQL's code. */
const PrismaFailure = z.object({
  meta: z.object({
    driverAdapterError: z.object({ cause: z.object({ originalCode: z.string() }) }),
  }),
});

/** Returns a failure's SQLSTATE, even if Prisma wraps it; otherwise its own code, if any. */
function codeOf(failure: Error): string {
  const prismaFailure = PrismaFailure.safeParse(failure).data;
  if (prismaFailure) return prismaFailure.meta.driverAdapterError.cause.originalCode;
  return "code" in failure && typeof failure.code === "string" ? failure.code : "";
}

/** Returns whether a failure means that PostgreSQL couldn't be reached or the connection broke. */
export function isConnectionError(failure: unknown): boolean {
  if (!(failure instanceof Error)) return false;
  const code = codeOf(failure);
  return (
    CONNECTION_SQLSTATES.has(code) ||
    code.startsWith("08") ||
    CONNECTION_ERRNOS.has(code) ||
    CONNECTION_MESSAGES.test(failure.message) ||
    (failure.cause !== undefined && isConnectionError(failure.cause))
  );
}

/**
 * Returns whether the same work may succeed when it's repeated: the database was down or its disk is full,
 * another transaction conflicted, or this one was cut short.
 */
export function isTransient(failure: unknown): boolean {
  if (!(failure instanceof Error)) return false;
  return (
    isTransactionConflict(failure) ||
    isStatementMisplaced(failure) ||
    TIMEOUT_CODES.has(codeOf(failure)) ||
    isOutOfResources(failure) ||
    isConnectionError(failure)
  );
}

/** Returns whether PostgreSQL has no room left: on its disk, in memory, or for another connection. */
export function isOutOfResources(failure: unknown): boolean {
  if (!(failure instanceof Error)) return false;
  const code = codeOf(failure);
  return code.startsWith(RESOURCE_CLASS) || code === IO_ERROR;
}

/**
 * Returns whether PostgreSQL rolled a transaction back because it was in a deadlock or conflict with
 * others.
 */
export function isTransactionConflict(failure: unknown): boolean {
  return failure instanceof Error && CONFLICT_CODES.has(codeOf(failure));
}

/** Returns whether PostgreSQL cancelled a query, because it took longer than `statement_timeout` or on request. */
export function isCancelledQuery(failure: unknown): boolean {
  return failure instanceof Error && codeOf(failure) === "57014";
}

/** Returns whether a pooler ran a prepared statement on a connection that didn't prepare it. */
export function isStatementMisplaced(failure: unknown): boolean {
  return failure instanceof Error && MISPLACED_SQLSTATES.has(codeOf(failure));
}
