import { redirect } from "next/navigation";
import { findVerificationEmail } from "#lib/accounts/verify-email";
import { pageSession } from "../../page-session";

/** Leads to the captured email that confirms the viewer's address. Looked up on the click: it may be on its way. */
export default async function ConfirmEmailRedirect() {
  const { ctx, account } = await pageSession();
  const id = await findVerificationEmail(ctx, account.user.email);
  redirect(id ? `/test-inbox/${id}` : "/test-inbox?kind=account");
}
