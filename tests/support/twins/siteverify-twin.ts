import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { serveHttp } from "#tests/support/twins/listen";

export type SiteverifyTwinCall = { secret: string; response: string; idempotencyKey: string };
type Verdict = { success: boolean; "error-codes": string[]; hostname?: string };

const MIB = 1024 * 1024;

/** A passed challenge, followed by 64 MiB of blanks. */
function* endlessVerdict(): Generator<string> {
  yield '{"success":true';
  for (let sent = 0; sent < 64; sent += 1) yield " ".repeat(MIB);
  yield "}";
}

const REJECTED = (code: string): Verdict => ({ success: false, "error-codes": [code] });

/** A Turnstile token that passes once, solved on `hostname`; `unique` makes it distinct. */
export function passingResponse(hostname: string, unique: string): string {
  return `solved ${unique} ${hostname}`;
}

/**
 * Cloudflare's siteverify as documented: it checks the secret first, and a token is valid once, or any
 * number of times with the same idempotency key. The secret's prefix selects a failure: `wrong`
 * (unknown), `hostless` (a verdict without a hostname), `away` (the connection breaks), `once-away` (only a key's first call breaks), `hanging`
 * (never responds), `broken` (500), `garbled` (invalid JSON), `endless` (a verdict that goes on) or
 * `faulty` (internal-error).
 */
export async function startSiteverifyTwin() {
  const calls: SiteverifyTwinCall[] = [];
  const spentBy = new Map<string, string>();

  function judge({ secret, response, idempotencyKey }: SiteverifyTwinCall): Verdict {
    if (secret.startsWith("wrong")) return REJECTED("invalid-input-secret");
    if (secret.startsWith("faulty")) return REJECTED("internal-error");
    const [, hostname] = /^solved \S+ (\S+)$/.exec(response) ?? [];
    if (!hostname) return REJECTED("invalid-input-response");
    const key = spentBy.get(response) ?? idempotencyKey;
    if (key !== idempotencyKey) return REJECTED("timeout-or-duplicate");
    spentBy.set(response, key);
    const passed = { success: true, "error-codes": [] };
    return secret.startsWith("hostless") ? passed : { ...passed, hostname };
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const form = new URLSearchParams(await text(request));
    const call = {
      secret: form.get("secret") ?? "",
      response: form.get("response") ?? "",
      idempotencyKey: form.get("idempotency_key") ?? "",
    };
    const isFirst = !calls.some(({ idempotencyKey }) => idempotencyKey === call.idempotencyKey);
    calls.push(call);
    const { secret } = call;
    if (secret.startsWith("hanging")) return;
    if (secret.startsWith("away") || (secret.startsWith("once-away") && isFirst)) {
      response.destroy();
      return;
    }
    if (secret.startsWith("endless")) {
      Readable.from(endlessVerdict()).pipe(response);
      return;
    }
    const status = secret.startsWith("broken") ? 500 : 200;
    const body = secret.startsWith("garbled") ? "<html>" : JSON.stringify(judge(call));
    response.writeHead(status, { "content-type": "application/json" }).end(body);
  }

  const { url, stop } = await serveHttp(serve);
  return {
    url: `${url}/siteverify`,
    /** The calls with this secret, oldest first. */
    callsWith: (secret: string) => calls.filter((call) => call.secret === secret),
    stop,
  };
}
