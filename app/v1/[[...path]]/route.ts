import { after } from "next/server";
import { serveManagement, toRoute } from "#lib/http/route";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = toRoute(serveManagement, after);
