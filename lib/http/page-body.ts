/**
 * The largest body that a page takes, its server actions included. The largest honest one is the
 * sample of a message that the rules of a form are tried on.
 */
export const MAX_PAGE_BODY_BYTES = 256 * 1024;

export const PAGE_BODY_TOO_LARGE = `What was sent to this page is too large: at most ${MAX_PAGE_BODY_BYTES / 1024} KiB.`;
