import { after } from "next/server";
import { accountRoute } from "#lib/http/route";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = accountRoute(
  "/api/account/workspace-export",
  after,
);
