/**
 * The largest body that a page accepts, its server actions included; the largest real one is a sample
 * message for a form's rules. In a file without imports because next.config.mjs loads it.
 */
export const MAX_PAGE_BODY_BYTES = 256 * 1024;
