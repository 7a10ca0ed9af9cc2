const ORIGIN = "http://localhost";

/**
 * Where to go after signing in: always a page of this service. The link is resolved as a browser
 * would (`/\host`, tabs, `%2e`), and the result starts with exactly one slash.
 */
export function localPath(text: string | undefined): string {
  const url = text?.startsWith("/") ? URL.parse(text, ORIGIN) : null;
  if (url?.origin !== ORIGIN) return "/";
  // `/.//host` resolves to the path `//host`, which a browser would treat as another site.
  return url.pathname.replace(/^\/+/, "/") + url.search;
}
