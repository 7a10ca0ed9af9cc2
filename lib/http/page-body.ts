/**
 * The largest body that a page accepts, its server actions included. The largest honest one is a sample
 * message for the rules of a form.
 */
export const MAX_PAGE_BODY_BYTES = 256 * 1024;

export const PAGE_BODY_TOO_LARGE = `This request is too large. It can be at most ${MAX_PAGE_BODY_BYTES / 1024} KiB.`;
