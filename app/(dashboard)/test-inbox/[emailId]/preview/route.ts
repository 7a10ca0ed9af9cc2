import { getCapturedEmail } from "#lib/notifications/captured-emails";
import { serveFramedDocument } from "../../../framed-document";

type PreviewContext = { params: Promise<{ emailId: string }> };

/** The HTML of a captured email, for the frame of the test inbox. */
export function GET(request: Request, { params }: PreviewContext): Promise<Response> {
  return serveFramedDocument(request, async ({ ctx }) => {
    const { html } = await getCapturedEmail(ctx, (await params).emailId);
    return html;
  });
}
