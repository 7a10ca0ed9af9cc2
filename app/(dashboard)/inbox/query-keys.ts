/** The messages that arrived since a list was opened. */
export const ARRIVALS = ["inbox", "arrivals"] as const;

/** The queries that changes and new messages make outdated. */
export const CURRENT = ["inbox", "current"] as const;
export const LISTS = [...CURRENT, "lists"] as const;
export const MESSAGES = [...CURRENT, "messages"] as const;
export const COUNTS = [...CURRENT, "counts"] as const;
export const TOTALS = [...COUNTS, "totals"] as const;
export const FILTER_COUNTS = [...COUNTS, "filter"] as const;
