/**
 * The host and port that a URL connects to, as `host:port`: in lower case, IPv6 in brackets, with the
 * protocol's own port where the URL names none.
 */
export function hostAndPort({ hostname, port, protocol }: URL): string {
  return `${hostname}:${port || (protocol === "https:" ? 443 : 80)}`;
}
