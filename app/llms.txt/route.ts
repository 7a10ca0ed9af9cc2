import { llmsText } from "#lib/entry/docs/navigation";

export const dynamic = "force-dynamic";

export function GET(): Response {
  return new Response(llmsText(), { headers: { "Content-Type": "text/plain; charset=utf-8" } });
}
