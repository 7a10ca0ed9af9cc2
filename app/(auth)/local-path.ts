const ORIGIN = "http://localhost";

/**
 * Where to go after signing in: only a path of this service, whatever the link said. Read as browsers
 * read it, for `//host`, `/\host` and hidden control characters would make them leave.
 */
export function localPath(text: string | undefined): string {
  const url = text?.startsWith("/") ? URL.parse(text, ORIGIN) : null;
  return url?.origin === ORIGIN ? `${url.pathname}${url.search}` : "/";
}
