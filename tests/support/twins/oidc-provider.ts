import { createServer } from "node:http";
import { Provider } from "oidc-provider";
import { findFreePort } from "#server/start/free-port";
import { close, listen } from "#tests/support/twins/listen";

/** What the provider says about someone, besides who they are. */
export type Person = { email?: string; email_verified?: boolean; name?: string };

export const OIDC_CLIENT = { clientId: "form-intake", clientSecret: "s3cret of the client" };

/**
 * A real OpenID Connect provider at `http://localhost`. Anyone in `people` signs in by their name, with any password.
 */
export async function startOidcProvider(people: ReadonlyMap<string, Person>) {
  const port = await findFreePort();
  const issuer = `http://localhost:${port}`;
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: OIDC_CLIENT.clientId,
        client_secret: OIDC_CLIENT.clientSecret,
        redirect_uris: ["http://localhost/sign-in/provider/callback"],
      },
    ],
    ttl: { Interaction: 600, Grant: 600, Session: 600, AccessToken: 600, IdToken: 600 },
    cookies: { keys: ["a key of the test"] },
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name"] },
    findAccount: (_, id) => {
      const person = people.get(id);
      return person && { accountId: id, claims: () => ({ sub: id, ...person }) };
    },
    loadExistingGrant: async ({ oidc }) => {
      const accountId = oidc.session?.accountId;
      const clientId = oidc.client?.clientId;
      const grant = new provider.Grant({
        ...(clientId && { clientId }),
        ...(accountId && { accountId }),
      });
      grant.addOIDCScope("openid email profile");
      await grant.save();
      return grant;
    },
  });
  // Each workspace has a redirect URI of its own, which exists only once the workspace does.
  provider.Client.prototype.redirectUriAllowed = (uri: string) =>
    new URL(uri).pathname.startsWith("/sign-in/provider/callback");
  const server = createServer(provider.callback());
  await listen(server, port, "localhost");
  return { issuer, port, signIn: signInAt, stop: () => close(server) };
}

/** Follows a browser's way through the provider's pages. @returns the address that it leads back to */
async function signInAt(start: string, login: string): Promise<string> {
  const jar = new Map<string, string>();
  const { origin } = new URL(start);
  let [url, body]: [string, URLSearchParams | null] = [start, null];
  for (let step = 0; step < 10; step += 1) {
    const response = await fetch(url, {
      method: body ? "POST" : "GET",
      body,
      redirect: "manual",
      headers: { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join("; ") },
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [pair = ""] = cookie.split(";");
      jar.set(pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1));
    }
    const location = response.headers.get("location");
    if (location) {
      const next = new URL(location, url);
      if (next.origin !== origin) return next.href;
      [url, body] = [next.href, null];
    } else if (response.ok) {
      body = new URLSearchParams({ prompt: "login", login, password: "any" });
    } else
      throw new Error(`the provider responded with ${response.status}: ${await response.text()}`);
  }
  throw new Error("the provider leads nowhere");
}
