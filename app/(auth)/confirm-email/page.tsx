import type { Metadata } from "next";
import Link from "next/link";
import { Notice } from "#components/ui/notice";
import { findEmailLink } from "#lib/domain/accounts/confirm-email";
import { type SearchParams, single } from "../../search-params";
import { confirmEmailAction } from "../actions";
import { AuthCard } from "../auth-card";
import { AuthForm } from "../auth-form";

export const metadata: Metadata = { title: "Confirm email" };

const TITLES = {
  change: "Confirm your new email address",
  verification: "Confirm your email address",
} as const;

/** Opening the link changes nothing, because email scanners follow links. */
export default async function ConfirmEmailPage({ searchParams }: { searchParams: SearchParams }) {
  const token = single((await searchParams).token) ?? "";
  const link = await findEmailLink(token, new Date());
  const toDashboard = (
    // A prefetched page would still show the old state.
    <Link href="/" prefetch={false} className="link">
      Go to the dashboard
    </Link>
  );
  switch (link.state) {
    case "invalid":
      return (
        <AuthCard title="This link no longer works" footer={toDashboard}>
          <p className="text-pretty text-muted-foreground">
            It was already used or has expired. Request a new one: to change your address, in
            Settings; to confirm the one you signed up with, at the top of the dashboard.
          </p>
        </AuthCard>
      );
    case "confirmed":
      return (
        <AuthCard title="Address confirmed" footer={toDashboard}>
          <Notice tone="success" role="status">
            Sign in with <span className="font-medium wrap-anywhere">{link.email}</span>.
            Notifications go there too.
          </Notice>
        </AuthCard>
      );
    case "change":
    case "verification":
      return (
        <AuthCard title={TITLES[link.state]} footer={toDashboard}>
          <AuthForm action={confirmEmailAction.bind(null, token)} submit="Confirm address">
            <p className="text-pretty text-muted-foreground">
              {link.state === "change" ? (
                <>
                  You’ll sign in with <Address>{link.email}</Address>. We’ll email your old address,
                  which will no longer be able to sign in.
                </>
              ) : (
                <>
                  Confirm that <Address>{link.email}</Address> is yours. Only confirm if you signed
                  up yourself.
                </>
              )}
            </p>
          </AuthForm>
        </AuthCard>
      );
  }
}

function Address({ children }: { children: string }) {
  return <span className="font-medium wrap-anywhere text-foreground">{children}</span>;
}
