import { guardOtherServers } from "#lib/http/node-guard";

/** What `server.ts` does for a self-hosted process, for one that runs the app without it. */
export function preparePlainMount(): void {
  guardOtherServers();
}
