/** How the text of a refusal begins that the dashboard shows as it is: nothing was done. */
export const NOTHING_CHANGED = "Nothing was changed. ";
