/** The maximum number of messages of one change or deletion; their IDs fit into one request body. */
export const MAX_CHANGED_AT_ONCE = 500;
