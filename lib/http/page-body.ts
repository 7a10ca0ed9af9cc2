/**
 * The largest body that a page accepts, its server actions included. The largest honest one is a sample
 * message for the rules of a form.
 */
export const MAX_PAGE_BODY_BYTES = 256 * 1024;

export const PAGE_BODY_TOO_LARGE = `What you sent to this page is too large. It may have at most ${MAX_PAGE_BODY_BYTES / 1024} KiB.`;
