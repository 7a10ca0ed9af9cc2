/**
 * Pages of a form that have moved, with their current paths. Emails, bookmarks, and documentation of earlier releases
 * have the old ones.
 */
const MOVED_FORM_PAGES: readonly (readonly [from: string, to: string])[] = [
  ["/fields", "/form"],
  ["/page", "/form#page"],
  ["/form/page", "/form#page"],
  ["/routing", "/notify/routing"],
  ["/auto-reply", "/notify/auto-reply"],
  ["/webhook/:rest*", "/integrations/webhook/:rest*"],
  ["/destinations/:rest*", "/integrations/:rest*"],
  ["/spam-protection", "/settings/spam"],
];

/** The redirects of moved pages. The framework keeps the query. */
export const MOVED_PAGES = MOVED_FORM_PAGES.map(([from, to]) => ({
  source: `/forms/:formId${from}`,
  destination: `/forms/:formId${to}`,
  permanent: true,
}));
