import { after } from "next/server";
import { linkRoute, optOutPage } from "#lib/entry/visitor-pages/link-pages";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = linkRoute(optOutPage, after);
