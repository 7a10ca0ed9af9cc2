import { queryOptions } from "@tanstack/react-query";
import { fetchJson } from "#components/shell/fetch-json.ts";
import type { Colleague } from "#lib/domain/accounts/members/list-members";

const STALE_MS = 60_000;

/** The members of the workspace by name, whom messages can be assigned to. */
export function colleagueOptions() {
  return queryOptions({
    queryKey: ["inbox", "colleagues"],
    queryFn: async ({ signal }) =>
      (await fetchJson<{ data: Colleague[] }>("/colleagues", { signal })).data,
    staleTime: STALE_MS,
  });
}
