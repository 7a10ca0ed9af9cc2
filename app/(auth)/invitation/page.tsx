import type { Metadata } from "next";
import Link from "next/link";
import type { ReactNode } from "react";
import { TextField } from "#components/form/fields";
import { Button, ButtonLink } from "#components/ui/button";
import { addressKey } from "#lib/core/email-address";
import { settings } from "#lib/core/settings/settings";
import {
  type FoundInvitation,
  findInvitation,
} from "#lib/domain/accounts/members/accept-invitation";
import { findInstallationProvider } from "#lib/domain/accounts/providers/provider";
import { isProviderRequired } from "#lib/domain/accounts/providers/required";
import { findSession } from "#lib/entry/account/current-session";
import { type SearchParams, singleValue } from "../../search-params";
import { acceptInvitationAction, changeAccountAction, signUpInvitedAction } from "../actions";
import { AuthCard, WhomToAsk } from "../auth-card";
import { AuthForm, FirstPasswordField } from "../auth-form";
import { OtherWays, ProviderLink } from "../provider-link";

export const metadata: Metadata = { title: "Invitation" };

type OpenInvitation = Extract<FoundInvitation, { state: "open" }>;

const invitationPath = (token: string) => `/invitation?token=${encodeURIComponent(token)}`;

const toStart = (
  <Link href="/" prefetch={false} className="link">
    Go to Form Intake
  </Link>
);

/** Opening the link changes nothing, because email scanners follow links. */
export default async function InvitationPage({ searchParams }: { searchParams: SearchParams }) {
  const token = singleValue((await searchParams).token) ?? "";
  const invitation = await findInvitation(token, new Date());
  if (invitation.state !== "open")
    return (
      <AuthCard title={ENDED[invitation.state].title} footer={toStart}>
        <p className="text-pretty text-muted-foreground">{ENDED[invitation.state].text}</p>
      </AuthCard>
    );
  const session = await findSession();
  return (
    <AuthCard
      title={
        <>
          Join <bdi className="wrap-anywhere">{invitation.workspaceName}</bdi>
        </>
      }
      footer={<>Didn’t expect this? You can close this page.</>}
    >
      <Offer invitation={invitation} />
      <div className="mt-6">
        <NextStep
          invitation={invitation}
          token={token}
          signedInAs={session?.account.user.email ?? null}
        />
      </div>
    </AuthCard>
  );
}

const ENDED = {
  accepted: {
    title: "You’ve already accepted",
    text: "This invitation was accepted, and its link works only once. Sign in to open the workspace.",
  },
  revoked: {
    title: "This invitation was revoked",
    text: "An owner of the workspace revoked it. If you still need access, ask them to invite you again.",
  },
  expired: {
    title: "This invitation has expired",
    text: "Invitations work for 7 days. Ask an owner of the workspace to send it again.",
  },
  unknown: {
    title: "This link doesn’t work",
    text: "It may be incomplete, or replaced by a newer invitation. Check your latest email, or ask an owner of the workspace to invite you again.",
  },
} as const;

function Strong({ children }: { children: ReactNode }) {
  return <span className="font-medium wrap-anywhere text-foreground">{children}</span>;
}

function Offer({ invitation: { inviter, role } }: { invitation: OpenInvitation }) {
  return (
    <p className="text-pretty text-muted-foreground">
      {inviter ? <Strong>{inviter.name ?? inviter.email}</Strong> : "An owner"}
      {inviter?.name ? ` (${inviter.email})` : null} invites you to this workspace as{" "}
      {role === "owner" ? (
        <>
          an <Strong>owner</Strong>. You can do everything there, including managing members and API
          tokens.
        </>
      ) : (
        <>
          a <Strong>member</Strong>. You can read messages and manage forms and recipients.
        </>
      )}
    </p>
  );
}

type NextStepProps = {
  invitation: OpenInvitation;
  token: string;
  signedInAs: string | null;
};

function NextStep({ invitation, token, signedInAs }: NextStepProps) {
  const { email, hasAccount } = invitation;
  if (signedInAs !== null && addressKey(signedInAs) === addressKey(email))
    return (
      <AuthForm action={acceptInvitationAction.bind(null, token)} submit="Join workspace">
        <p className="text-pretty text-muted-foreground">
          You’re signed in as <Strong>{signedInAs}</Strong>.
        </p>
      </AuthForm>
    );
  if (signedInAs !== null)
    return (
      <form action={changeAccountAction.bind(null, token)} className="grid gap-5">
        <p className="text-pretty text-muted-foreground">
          The invitation is for <Strong>{email}</Strong>, but you’re signed in as{" "}
          <Strong>{signedInAs}</Strong>.
        </p>
        <Button type="submit" className="w-full">
          Sign out and continue
        </Button>
      </form>
    );
  if (!hasAccount && settings().signUp === "closed")
    return (
      <p className="text-pretty text-muted-foreground">
        This service doesn’t accept new accounts, so only someone with an account for{" "}
        <Strong>{email}</Strong> can join. <WhomToAsk />
      </p>
    );
  if (!hasAccount) return <NewPerson invitation={invitation} token={token} />;
  const next = encodeURIComponent(invitationPath(token));
  return (
    <div className="grid gap-5">
      <p className="text-pretty text-muted-foreground">
        You have an account for <Strong>{email}</Strong>. Sign in, and you’ll come back here.
      </p>
      <ButtonLink href={`/sign-in?next=${next}`} className="w-full">
        Sign in to continue
      </ButtonLink>
    </div>
  );
}

/** Someone new makes a password, or joins by a provider that knows them by the invited address. */
function NewPerson({ invitation, token }: Omit<NextStepProps, "signedInAs">) {
  const { email, provider: company } = invitation;
  const installation = findInstallationProvider();
  const links = (
    <>
      {company ? (
        <ProviderLink code={company.code} invitation={token}>
          Join with {company.name}
        </ProviderLink>
      ) : null}
      {installation && !company?.isRequired ? (
        <ProviderLink next={invitationPath(token)} invitation={token}>
          Join with {installation.name}
        </ProviderLink>
      ) : null}
    </>
  );
  if (company?.isRequired || isProviderRequired())
    return (
      <div className="grid gap-5">
        <p className="text-pretty text-muted-foreground">
          The invitation is for <Strong>{email}</Strong>. Sign in as the person with this address.
        </p>
        {links}
      </div>
    );
  return (
    <div className="grid gap-5">
      <InvitedSignUpForm token={token} email={email} />
      {company || installation ? <OtherWays>{links}</OtherWays> : null}
    </div>
  );
}

function InvitedSignUpForm({ token, email }: { token: string; email: string }) {
  return (
    <AuthForm action={signUpInvitedAction.bind(null, token)} submit="Create account and join">
      <div className="grid gap-1.5">
        <p className="font-medium">Email</p>
        <p className="wrap-anywhere text-muted-foreground">{email}</p>
      </div>
      <TextField
        name="name"
        label="Your name"
        hint="Optional. How the others in the workspace see you."
        autoComplete="name"
        maxLength={80}
      />
      <input hidden type="text" autoComplete="username" value={email} readOnly />
      <FirstPasswordField />
    </AuthForm>
  );
}
