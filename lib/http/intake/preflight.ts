import { newId } from "#lib/core/ids";
import { log } from "#lib/core/log";
import { corsHeaders } from "#lib/http/intake/visit";
import { finish } from "#lib/http/respond";
import { findOpenForm } from "#lib/intake/open-form";

/**
 * `OPTIONS /f/{publicKey}`: what a browser asks before it posts JSON from another site. While the form
 * cannot be read anybody may post, and is then told so: a refused preflight would hide it.
 */
export async function answerPreflight(request: Request, publicKey: string): Promise<Response> {
  const form = await findOpenForm(publicKey, "fresh").catch((err: unknown) => {
    log().error({ err }, "a preflight was answered without its form");
    return null;
  });
  const response = new Response(null, {
    status: 204,
    headers: {
      ...corsHeaders(form, request.headers.get("origin")),
      "Access-Control-Allow-Methods": "POST, OPTIONS",
      "Access-Control-Allow-Headers": "Content-Type, Accept, Idempotency-Key, X-Requested-With",
      "Access-Control-Max-Age": "86400",
    },
  });
  return finish(response, newId());
}
