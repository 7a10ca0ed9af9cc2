/**
 * The beginning of a rejected action's text, which tells the dashboard to show it literally,
 * because nothing was changed.
 */
export const NOTHING_CHANGED = "Nothing was changed. ";
