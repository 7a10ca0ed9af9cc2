import { createPrivateKey, generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import type { ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { serveHttp } from "#tests/support/twins/listen";
import { OIDC_CLIENT } from "#tests/support/twins/oidc-provider";

const newKey = () =>
  createPrivateKey(
    generateKeyPairSync("rsa", {
      modulusLength: 2048,
      privateKeyEncoding: { type: "pkcs8", format: "pem" },
      publicKeyEncoding: { type: "spki", format: "pem" },
    }).privateKey,
  );
export const OWN_KEY = newKey();
export const OTHER_KEY = newKey();

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");

export function writeToken(claims: object, key: KeyObject, alg = "RS256"): string {
  const head = `${encode({ alg, kid: "1" })}.${encode(claims)}`;
  if (alg === "none") return `${head}.`;
  return `${head}.${sign("sha256", Buffer.from(head), key).toString("base64url")}`;
}

type Answer = (response: ServerResponse) => void;

/** What the issuer answers instead of what it should, by path, and with what it changes its metadata and tokens. */
export type Behavior = {
  answers?: Readonly<Record<string, Answer>>;
  metadata?: object;
  claims?: object;
  key?: KeyObject;
  alg?: string;
  leavesOutToken?: true;
};

/** An issuer that its owner wrote: it answers as each test wants. */
export async function startHostileIssuer() {
  let behavior: Behavior = {};
  let nonce = "";
  const server = await serveHttp(async (request, response) => {
    const path = request.url ?? "";
    await text(request);
    const answer = behavior.answers?.[path];
    if (answer) return answer(response);
    const json = (value: object) => {
      response.setHeader("content-type", "application/json").end(JSON.stringify(value));
    };
    if (path === "/.well-known/openid-configuration")
      return json({
        issuer,
        authorization_endpoint: `${issuer}/auth`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/jwks`,
        ...behavior.metadata,
      });
    if (path === "/jwks") {
      const { n, e, kty } = OWN_KEY.export({ format: "jwk" });
      return json({ keys: [{ kid: "1", use: "sig", alg: "RS256", n, e, kty }] });
    }
    if (path !== "/token") return response.writeHead(404).end();
    const now = Math.floor(Date.now() / 1000);
    const claims = {
      iss: issuer,
      aud: OIDC_CLIENT.clientId,
      sub: "victim",
      iat: now,
      exp: now + 60,
      nonce,
      ...behavior.claims,
    };
    const token = writeToken(claims, behavior.key ?? OWN_KEY, behavior.alg);
    return json({
      access_token: "token",
      token_type: "Bearer",
      ...(behavior.leavesOutToken ? {} : { id_token: token }),
    });
  });
  const issuer = `http://localhost:${server.port}`;
  return {
    issuer,
    port: server.port,
    stop: server.stop,
    behave: (next: Behavior) => {
      behavior = next;
    },
    /** Sends someone back as a provider does. @param start - where a sign-in began */
    sendBack: (start: string): string => {
      const query = new URL(start).searchParams;
      nonce = query.get("nonce") ?? "";
      const back = new URL(query.get("redirect_uri") ?? "");
      back.search = String(new URLSearchParams({ code: "code", state: query.get("state") ?? "" }));
      return back.href;
    },
  };
}
