/** The messages that arrived since a list was opened. */
export const ARRIVALS_KEY = ["inbox", "arrivals"] as const;

/** The queries that changes and new messages make outdated. */
export const CURRENT_KEY = ["inbox", "current"] as const;
export const LISTS_KEY = [...CURRENT_KEY, "lists"] as const;
export const MESSAGES_KEY = [...CURRENT_KEY, "messages"] as const;
export const COUNTS_KEY = [...CURRENT_KEY, "counts"] as const;
export const TOTALS_KEY = [...COUNTS_KEY, "totals"] as const;
export const FILTER_COUNTS_KEY = [...COUNTS_KEY, "filter"] as const;
