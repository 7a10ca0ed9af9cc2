import type { Metadata } from "next";
import Link from "next/link";
import { findEmailChange } from "#lib/accounts/change-email";
import { type SearchParams, single } from "../../search-params";
import { confirmEmailAction } from "../actions";
import { AuthCard } from "../auth-card";
import { ConfirmEmailForm } from "./confirm-email-form";

export const metadata: Metadata = { title: "Confirm the address" };

/** Looking changes nothing, for mail scanners follow links; the button does. */
export default async function ConfirmEmailPage({ searchParams }: { searchParams: SearchParams }) {
  const token = single((await searchParams).token) ?? "";
  const email = await findEmailChange(token, new Date());
  const toSettings = (
    // What is fetched ahead would still show the old address.
    <Link href="/settings" prefetch={false} className="link">
      To the settings
    </Link>
  );
  if (!email)
    return (
      <AuthCard title="This link no longer works" footer={toSettings}>
        <p className="text-pretty text-muted-foreground">
          It has been used, or it is older than 30 minutes. If your account still has the old
          address, ask for a new link in the settings.
        </p>
      </AuthCard>
    );
  return (
    <AuthCard title="Use this address?" footer={toSettings}>
      <ConfirmEmailForm action={confirmEmailAction.bind(null, token)} email={email} />
    </AuthCard>
  );
}
