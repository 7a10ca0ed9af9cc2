/** Bytes of a file that the page takes. Larger templates can be sent to the API. */
export const MAX_FILE_BYTES = 160 * 1024;
