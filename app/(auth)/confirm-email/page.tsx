import type { Metadata } from "next";
import Link from "next/link";
import { findEmailChange } from "#lib/accounts/change-email";
import { type SearchParams, single } from "../../search-params";
import { confirmEmailAction } from "../actions";
import { AuthCard } from "../auth-card";
import { ConfirmEmailForm } from "../auth-forms";

export const metadata: Metadata = { title: "Confirm email" };

/** Opening the link changes nothing, because email scanners follow links. */
export default async function ConfirmEmailPage({ searchParams }: { searchParams: SearchParams }) {
  const token = single((await searchParams).token) ?? "";
  const email = await findEmailChange(token, new Date());
  const toSettings = (
    // A prefetched page would still show the old address.
    <Link href="/settings" prefetch={false} className="link">
      Go to Settings
    </Link>
  );
  if (!email)
    return (
      <AuthCard title="This link no longer works" footer={toSettings}>
        <p className="text-pretty text-muted-foreground">
          It was already used or has expired. If your account still has the old address, request a
          new link in Settings.
        </p>
      </AuthCard>
    );
  return (
    <AuthCard title="Confirm your new email address" footer={toSettings}>
      <ConfirmEmailForm action={confirmEmailAction.bind(null, token)} email={email} />
    </AuthCard>
  );
}
