import { entriesOf, type FieldPairs, hasContent } from "#lib/core/fields";
import { type HttpRequest, queryOf } from "#lib/http/http-types";
import { sortEntries } from "#lib/http/intake/sort-entries";

/** What newsletters, ads and social networks add to every link. */
const TRACKING = /^(utm_|mc_|gad_|_g[al]$|ref$)|clid$|^[gw]braid$/i;

/**
 * Fields in the address of the hosted form, where `<form method="get">` puts them and links can prefill
 * them. Without control fields, which a link mustn't set for a visitor; empty when none has content.
 */
export function readQueryFields(request: HttpRequest, honeypot: string): FieldPairs {
  const sent = [...queryOf(request)].filter(([name]) => name !== "" && !TRACKING.test(name));
  const entries = sent.map(([name, value]) => ({ name, value }));
  const { fields } = sortEntries(entries, honeypot);
  return fields.some(([, value]) => entriesOf(value).some(hasContent)) ? fields : [];
}
