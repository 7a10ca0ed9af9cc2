import { after } from "next/server";
import { toRoute } from "#lib/http/route";
import { serveThanks } from "#lib/intake-http/serve-form";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = toRoute(serveThanks, after);
