import { findGuide, guideText } from "#lib/entry/docs/guides";

export const dynamic = "force-dynamic";

type Given = { params: Promise<{ guide: string }> };

/** A guide as Markdown. next.config.ts leads `/docs/<guide>.md` here. */
export async function GET(_request: Request, { params }: Given): Promise<Response> {
  const guide = findGuide((await params).guide);
  const text = guide ? guideText(guide) : "There is no such guide. The index is at /llms.txt.\n";
  return new Response(text, {
    status: guide ? 200 : 404,
    headers: { "Content-Type": "text/markdown; charset=utf-8" },
  });
}
