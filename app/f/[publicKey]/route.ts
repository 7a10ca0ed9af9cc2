import { after } from "next/server";
import { formRoute } from "#lib/http/route";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = formRoute(after);
