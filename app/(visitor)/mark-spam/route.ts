import { after } from "next/server";
import { linkRoute, markSpamPage } from "#lib/http/link-pages";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = linkRoute(markSpamPage, after);
