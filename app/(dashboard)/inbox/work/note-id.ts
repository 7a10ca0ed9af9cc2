/**
 * The ID of the field for a note about the open message. Separate from its component, which is
 * loaded later.
 */
export const NOTE_ID = "new-note";
