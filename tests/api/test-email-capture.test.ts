import { expect, it } from "vitest";
import { db } from "#lib/db/database";
import { listCapturedEmails } from "#lib/notifications/captured-emails";
import { sendTestEmail } from "#lib/operations/send-test-email";
import { createWorkspace } from "#tests/support/factories/factories";

const OPERATOR = "operator-of-captures@example.com";
process.env.OPERATOR_EMAILS = OPERATOR;

it("a test email is captured like every other, and says so", async () => {
  const workspace = await createWorkspace();
  await db().user.update({
    where: { id: workspace.user.id },
    data: { email: OPERATOR, emailKey: OPERATOR, verifiedAt: workspace.ctx.now },
  });
  expect(await sendTestEmail(workspace.ctx)).toEqual({
    tone: "info",
    message: `Nothing was sent: emails are captured. The email to ${OPERATOR} is in the test inbox.`,
  });
  const { data } = await listCapturedEmails(workspace.ctx, { limit: 25 });
  expect(data).toMatchObject([{ to: OPERATOR, subject: "Test email from Form Intake" }]);
});
