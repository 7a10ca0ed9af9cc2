export const WORK_RESULTS = [
  /** Done. */
  "sent",
  /** Tried without a clear answer; another try follows. */
  "retried",
  /** The other side asked to wait; it counts as no try. */
  "throttled",
  /** Put back: the deployment's own pace is used up. */
  "paced",
  "failed",
  "uncertain",
  /** Owed to nobody any more: cancelled, deleted or moved to spam. */
  "cancelled",
  /** Another worker took over, or the state changed under this one; nothing was recorded by it. */
  "lost",
] as const;

/** What one step of work on a claimed entry came to. */
export type WorkResult = (typeof WORK_RESULTS)[number];
