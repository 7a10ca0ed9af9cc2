/**
 * The form field with headers as JSON. Actions recognize this name and never send it back to the browser.
 */
export const HEADERS_NAME = "secretHeaders";
