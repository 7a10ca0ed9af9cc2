/** The field for a note about the open message. Apart from its component, which is loaded later. */
export const NOTE_ID = "new-note";
