import { newId } from "#lib/core/ids";
import { corsHeaders } from "#lib/http/intake/visit";
import { finish } from "#lib/http/respond";
import { findOpenForm } from "#lib/intake/open-form";

/** `OPTIONS /f/{publicKey}`: what a browser asks before it posts JSON from another site. */
export async function answerPreflight(request: Request, publicKey: string): Promise<Response> {
  const form = await findOpenForm(publicKey, "fresh");
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
