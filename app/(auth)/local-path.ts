const ORIGIN = "http://localhost";

/**
 * Where to go after signing in: a page of this service, whatever the link says. It is resolved as a
 * browser would (`/\host`, tabs, `%2e`), and what comes out is what leaves: one slash, then the path.
 */
export function localPath(text: string | undefined): string {
  const url = text?.startsWith("/") ? URL.parse(text, ORIGIN) : null;
  if (url?.origin !== ORIGIN) return "/";
  // `/.//host` resolves to the path `//host`, which a browser would take for another site.
  return url.pathname.replace(/^\/+/, "/") + url.search;
}
