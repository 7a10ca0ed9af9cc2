import { after } from "next/server";
import { toRoute } from "#lib/http/route";
import { serveMcp } from "#lib/mcp/serve-mcp";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = toRoute(serveMcp, after);
