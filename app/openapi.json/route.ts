import { serveOpenApi } from "#lib/http/serve-openapi";

export const dynamic = "force-dynamic";
export {
  serveOpenApi as DELETE,
  serveOpenApi as GET,
  serveOpenApi as HEAD,
  serveOpenApi as OPTIONS,
  serveOpenApi as PATCH,
  serveOpenApi as POST,
  serveOpenApi as PUT,
};
