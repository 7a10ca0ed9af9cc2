/**
 * After this a drain claims nothing more. With its last entries' own limits it stays below a minute,
 * and meanwhile another one may begin.
 */
export const DRAIN_BUDGET_MS = 40_000;
