type FormsUrl = { search?: string | undefined; sort?: string | undefined; cursor?: string | null };

/** A view of the form list. Defaults aren’t in the URL. */
export function formsHref({ search, sort, cursor }: FormsUrl): string {
  const query = new URLSearchParams();
  if (search) query.set("search", search);
  if (sort && sort !== "latest") query.set("sort", sort);
  if (cursor) query.set("cursor", cursor);
  return query.size === 0 ? "/forms" : `/forms?${query}`;
}
