import { after } from "next/server";
import * as handlers from "#lib/http/route";

/** What a route file exports, with work after the response handed to the framework. */
export const route = (path: string | null) => handlers.route(path, after);
export const accountRoute = (path: string | null) => handlers.accountRoute(path, after);
