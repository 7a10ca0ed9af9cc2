import { after } from "next/server";
import { linkRoute, stopDigestsPage } from "#lib/entry/visitor-pages/link-pages";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = linkRoute(stopDigestsPage, after);
