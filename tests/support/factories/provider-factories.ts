import { db } from "#lib/adapters/db/database";
import { CLIENT_ADDRESS_HEADER } from "#lib/core/client-address";
import { newId } from "#lib/core/ids";
import { encryptSecret } from "#lib/core/secrets";
import { settings } from "#lib/core/settings/settings";
import type { SaveSignInProviderInput } from "#lib/domain/accounts/providers/schema";
import {
  getSignInProvider,
  saveSignInProvider,
} from "#lib/domain/accounts/providers/workspace-provider";
import { authenticateSession } from "#lib/domain/accounts/sessions";
import { cookieName, unsealSession } from "#lib/entry/account/cookie";
import { serveProviderCallback, serveProviderStart } from "#lib/entry/account/provider-sign-in";
import type { HttpResponse } from "#lib/entry/http/http-types";
import { callerAt, type Workspace } from "#tests/support/factories/factories";
import { OIDC_CLIENT } from "#tests/support/twins/oidc-provider";

/** A browser: its cookies, and an address that shares no limit with other tests. */
export class Browser {
  readonly jar = new Map<string, string>();
  readonly address = `2001:db8:${newId().slice(-4)}:${newId().slice(-4)}::1`;

  request(path: string, headers: Record<string, string> = {}): Request {
    const cookie = [...this.jar].map(([name, value]) => `${name}=${value}`).join("; ");
    const sent = { "user-agent": "Test browser", [CLIENT_ADDRESS_HEADER]: this.address };
    const own = cookie === "" ? sent : { ...sent, cookie };
    return new Request(new URL(path, settings().baseUrl), { headers: { ...own, ...headers } });
  }

  keep({ cookies }: HttpResponse): void {
    for (const cookie of cookies) {
      const [pair = ""] = cookie.split(";");
      const at = pair.indexOf("=");
      if (/Max-Age=0\b/.test(cookie)) this.jar.delete(pair.slice(0, at));
      else this.jar.set(pair.slice(0, at), pair.slice(at + 1));
    }
  }

  /** Begins a sign-in. @returns where it leads */
  async start(query: Record<string, string> = {}, next = "/inbox"): Promise<string> {
    const path = `/sign-in/provider/start?${new URLSearchParams(query)}`;
    const response = await serveProviderStart(this.request(path), next);
    this.keep(response);
    return response.headers.Location ?? "";
  }

  /** Comes back from a provider. @returns where that leads */
  async comeBack(url: string): Promise<string> {
    const id = /\/callback\/([^/?]+)/.exec(url)?.[1] ?? null;
    const response = await serveProviderCallback(this.request(url), id);
    this.keep(response);
    return response.headers.Location ?? "";
  }

  /** The session that the browser has now, as requests see it; null if it opens nothing. */
  async session() {
    const sessionId = await unsealSession(this.jar.get(cookieName()));
    return sessionId ? authenticateSession(sessionId, callerAt(new Date())) : null;
  }
}

/** A provider of a workspace whose issuer no one serves. */
export const UNREACHABLE_PROVIDER: SaveSignInProviderInput = {
  revision: null,
  name: "Mill ID",
  issuer: "https://id.mill.example.com",
  ...OIDC_CLIENT,
  isRequired: false,
  admitsNew: false,
};

/** A workspace's saved provider that no one serves, without asking it. */
export async function storeProvider({ id: workspaceId }: Pick<Workspace, "id">): Promise<void> {
  const { clientSecret, ...provider } = UNREACHABLE_PROVIDER;
  const row = { workspaceId, id: workspaceId };
  const sealedSecret = encryptSecret("sign_in_provider", row, clientSecret ?? "");
  const saved = { code: newId(), sealedSecret, updatedAt: new Date() };
  await db().signInProvider.create({
    data: { ...provider, ...saved, workspaceId, revision: newId() },
  });
}

/** Makes the installation's provider at an issuer know a user, as `victim`. */
export async function connectIdentity(user: Workspace["user"], issuer: string): Promise<void> {
  const at = { createdAt: new Date(), lastUsedAt: new Date() };
  const identity = { issuer, subject: "victim", userId: user.id, email: user.email, ...at };
  await db().userIdentity.create({ data: identity });
}

/** The reason of the page about a problem, from its address. */
export const reasonOf = (location: string) =>
  new URL(location, "http://localhost").searchParams.get("reason");

/** Gives a workspace a provider. @returns the code of its sign-in address */
export async function giveProvider(
  { ctx, id: workspaceId }: Workspace,
  issuer: string,
  changes: Partial<SaveSignInProviderInput> = {},
): Promise<string> {
  const { saved } = await getSignInProvider(ctx);
  await saveSignInProvider(ctx, {
    revision: saved?.revision ?? null,
    name: "Mill ID",
    issuer,
    ...OIDC_CLIENT,
    isRequired: false,
    admitsNew: false,
    ...changes,
  });
  return (await db().signInProvider.findUniqueOrThrow({ where: { workspaceId } })).code;
}
