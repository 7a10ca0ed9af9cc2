import { after } from "next/server";
import { toRoute } from "#lib/http/route";
import { serveLogo } from "#lib/intake-http/serve-form";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = toRoute(serveLogo, after);
