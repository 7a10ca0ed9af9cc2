import {
  Client,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from "@modelcontextprotocol/client";
import { UnauthorizedError as OlderUnauthorizedError } from "@modelcontextprotocol/sdk/client/auth.js";
import { Client as OlderClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as OlderTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { serveHttp } from "#tests/support/twins/listen";

/** A program on someone's computer, as the official SDKs build it: it waits for the browser on a port of its own. */
export async function startApp(name: string) {
  const arrived = Promise.withResolvers<URLSearchParams>();
  const { url, stop } = await serveHttp(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "", "http://localhost");
    if (pathname === "/callback") arrived.resolve(searchParams);
    response.setHeader("content-type", "text/html").end(`<h1>${name} is connected</h1>`);
  });
  const redirectUrl = `${url}/callback`;
  const kept: { verifier: string; page: URL | null } = { verifier: "", page: null };
  let client: { client_id: string } | undefined;
  let tokens: { access_token: string; token_type: string; refresh_token?: string } | undefined;
  const provider = {
    redirectUrl,
    clientMetadata: { client_name: name, redirect_uris: [redirectUrl] },
    state: () => "a state of its own",
    clientInformation: () => client,
    saveClientInformation: (given: { client_id: string }) => {
      client = given;
    },
    tokens: () => tokens,
    saveTokens: (given: NonNullable<typeof tokens>) => {
      tokens = given;
    },
    redirectToAuthorization: (page: URL) => {
      kept.page = page;
    },
    saveCodeVerifier: (given: string) => {
      kept.verifier = given;
    },
    codeVerifier: () => kept.verifier,
  };
  return {
    provider,
    stop,
    /** The page that the app opens in the browser. */
    page: () => kept.page?.href ?? "",
    /** What the browser brought back. */
    arrived: arrived.promise,
    tokens: () => tokens,
    /** Forgets the access token, as if its hour was over. */
    forgetAccess: () => {
      if (tokens) tokens = { ...tokens, access_token: "over" };
    },
  };
}

type App = Awaited<ReturnType<typeof startApp>>;

/** Connects by the address alone, with the current SDK. `approve` is what the person does in the browser. */
export async function connectByUrl(url: string, app: App, approve: () => Promise<void>) {
  const first = new Client({ name: "app", version: "1" });
  const transport = new StreamableHTTPClientTransport(new URL(url), { authProvider: app.provider });
  const reason = await first.connect(transport).catch((failure: unknown) => failure);
  if (!(reason instanceof UnauthorizedError)) throw reason;
  await approve();
  await transport.finishAuth(await app.arrived);
  const client = new Client({ name: "app", version: "1" });
  const open = () =>
    client.connect(new StreamableHTTPClientTransport(new URL(url), { authProvider: app.provider }));
  await open();
  return client;
}

/** {@link connectByUrl} with the 1.x SDK. */
export async function connectOlderByUrl(url: string, app: App, approve: () => Promise<void>) {
  const first = new OlderClient({ name: "app", version: "1" });
  const transport = new OlderTransport(new URL(url), { authProvider: app.provider });
  const reason = await first.connect(transport).catch((failure: unknown) => failure);
  if (!(reason instanceof OlderUnauthorizedError)) throw reason;
  await approve();
  await transport.finishAuth((await app.arrived).get("code") ?? "");
  const client = new OlderClient({ name: "app", version: "1" });
  await client.connect(new OlderTransport(new URL(url), { authProvider: app.provider }));
  return client;
}
