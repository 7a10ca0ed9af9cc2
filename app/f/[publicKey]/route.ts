import { after } from "next/server";
import { serveForm, toRoute } from "#lib/http/route";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = toRoute(serveForm, after);
