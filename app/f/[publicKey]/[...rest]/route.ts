import { forEveryMethod } from "#lib/http/http-types";
import { showNotFound } from "#lib/intake-http/hosted-form";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = forEveryMethod(showNotFound);
