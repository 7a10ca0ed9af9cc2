import type { ErrorCode } from "#lib/core/errors";

/**
 * The people who may use something: anyone, even without a session; members of the workspace; or its owners.
 * Then the code of the error that an allowed call ends with, or null if it succeeds.
 */
export type Access = "anyone" | "members" | "owners";
export type AccessRow = {
  access: Access;
  endsWith: ErrorCode | null;
  /** It names something of the workspace by its ID, which no other workspace has. */
  isById: boolean;
};
