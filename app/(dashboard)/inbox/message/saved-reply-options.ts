import { queryOptions } from "@tanstack/react-query";
import { fetchJson } from "#components/shell/fetch-json.ts";
import type { SavedReply } from "#lib/domain/replies/saved-reply-schema";

/** The workspace’s saved replies, by name. Fetched again each time, because someone may just have edited them. */
export function savedReplyOptions() {
  return queryOptions({
    queryKey: ["inbox", "saved-replies"],
    queryFn: async ({ signal }) =>
      (await fetchJson<{ data: SavedReply[] }>("/saved-replies", { signal })).data,
  });
}
