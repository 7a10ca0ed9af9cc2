import { after } from "next/server";
import { linkRoute, optOutPage } from "#lib/http/link-pages";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = linkRoute(optOutPage, after);
