/** The field of a form with headers as JSON. By its name, an action never sends it back to the browser. */
export const HEADERS_NAME = "secretHeaders";
