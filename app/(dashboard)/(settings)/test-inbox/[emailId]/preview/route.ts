import { getCapturedEmail } from "#lib/domain/emails/captured-emails";
import { serveFramedDocument } from "../../../../framed-document";

type PreviewContext = { params: Promise<{ emailId: string }> };

export function GET(request: Request, { params }: PreviewContext): Promise<Response> {
  return serveFramedDocument(request, async ({ ctx }) => {
    const { html } = await getCapturedEmail(ctx, (await params).emailId);
    return html;
  });
}
