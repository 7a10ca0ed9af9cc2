/** The maximum number of bytes of a file on this page. Larger templates can be sent to the API. */
export const MAX_FILE_BYTES = 160 * 1024;
