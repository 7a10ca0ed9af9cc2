import type { ActiveSession } from "#lib/domain/accounts/sessions";
import { getCapturedEmail } from "#lib/domain/emails/captured-emails";
import { serveFramedDocument } from "../../../../framed-document";

type PreviewContext = { params: Promise<{ emailId: string }> };

export function GET(request: Request, { params }: PreviewContext): Promise<Response> {
  const read = async ({ ctx }: ActiveSession) => {
    const { html } = await getCapturedEmail(ctx, (await params).emailId);
    return html;
  };
  return serveFramedDocument(request, read, { hasImages: true });
}
