import { showNotFound } from "#lib/http/intake/hosted-form";
import { forEveryMethod } from "#lib/http/web";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = forEveryMethod(showNotFound);
