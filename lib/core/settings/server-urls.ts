const PARTS = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/s;

/**
 * The URLs of the servers that a database URL lists, such as `postgresql://user@a:5432,b:5432/forms`, in
 * its order. A URL with one server is returned as it is.
 */
export function listServerUrls(databaseUrl: string): string[] {
  const [, start = "", servers = "", rest = ""] = PARTS.exec(databaseUrl) ?? [];
  if (!servers.includes(",")) return [databaseUrl];
  return servers.split(",").map((server) => `${start}${server}${rest}`);
}

/** The servers and the database, without the password: `a:5432,b:5432/forms`. */
export function describeServers(databaseUrl: string): string {
  const urls = listServerUrls(databaseUrl).map((url) => new URL(url));
  return urls.map(({ host }) => host).join(",") + (urls[0]?.pathname ?? "");
}

/** Returns whether each server has a valid URL, and none of several lacks its name. */
export function areServerUrls(databaseUrl: string): boolean {
  const urls = listServerUrls(databaseUrl).map((url) => URL.parse(url));
  return urls.every(
    (url) => url && /^postgres(ql)?:$/.test(url.protocol) && (urls.length === 1 || url.hostname),
  );
}

/** Returns whether a server must be asked if it accepts writes: one of several, or where the URL says so. */
export function mustAcceptWrites(databaseUrl: string): boolean {
  const [url = "", ...others] = listServerUrls(databaseUrl);
  const target = URL.parse(url)?.searchParams.get("target_session_attrs") ?? "any";
  return others.length > 0 || target !== "any";
}
