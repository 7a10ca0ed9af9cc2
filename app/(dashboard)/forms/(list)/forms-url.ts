import { hrefTo } from "#components/ui/href.ts";

type FormsUrl = { search?: string | undefined; sort?: string | undefined };

/** A view of the form list. Defaults aren’t in the URL. */
export function formsHref({ search, sort }: FormsUrl): string {
  return hrefTo("/forms", { search, sort: sort === "latest" ? null : sort });
}
