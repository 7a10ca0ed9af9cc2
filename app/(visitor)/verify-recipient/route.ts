import { after } from "next/server";
import { linkRoute, verifyRecipientPage } from "#lib/entry/visitor-pages/link-pages";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = linkRoute(
  verifyRecipientPage,
  after,
);
