import { after } from "next/server";
import { serveAccount, toRoute } from "#lib/http/route";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = toRoute(serveAccount, after);
