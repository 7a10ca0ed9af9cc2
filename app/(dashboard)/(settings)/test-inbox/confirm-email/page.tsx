import { MailQuestion } from "lucide-react";
import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { RefreshPage } from "#components/shell/use-polling.ts";
import { ButtonLink } from "#components/ui/button";
import { EmptyState } from "#components/ui/empty-state";
import { findVerificationEmail } from "#lib/domain/accounts/verify-email";
import { countHiddenEmails } from "#lib/domain/emails/captured-emails";
import { pageSession } from "../../../page-session";

export const metadata: Metadata = { title: "Confirmation email" };

const LOOK_AGAIN_MS = 2_000;

/** Redirects to the captured email that confirms the viewer's address, once it exists. */
export default async function ConfirmEmailRedirect() {
  const { ctx, account } = await pageSession();
  const id = await findVerificationEmail(ctx, account.user.email);
  if (id) redirect(`/test-inbox/${id}`);
  if ((await countHiddenEmails(ctx)) > 0) redirect("/test-inbox?kind=account");
  return (
    <>
      <RefreshPage everyMs={LOOK_AGAIN_MS} />
      <EmptyState
        icon={MailQuestion}
        title="The email is on its way"
        action={
          <ButtonLink href="/test-inbox?kind=account" variant="outline">
            Open test inbox
          </ButtonLink>
        }
      >
        It opens here as soon as it arrives. If that takes longer than a minute, send it again with
        “Resend” above.
      </EmptyState>
    </>
  );
}
