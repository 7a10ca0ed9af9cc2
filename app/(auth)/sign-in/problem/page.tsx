import type { Metadata } from "next";
import type { ReactNode } from "react";
import { ButtonLink } from "#components/ui/button";
import { SIGN_IN_PROBLEMS, type SignInProblemReason } from "#lib/domain/accounts/providers/problem";
import { isProviderRequired } from "#lib/domain/accounts/providers/required";
import { type SearchParams, singleValue } from "../../../search-params";
import { AuthCard, WhomToAsk } from "../../auth-card";

export const metadata: Metadata = { title: "Sign-in didn’t work" };

type Problem = { title: string; text: ReactNode };

const PROBLEMS: Readonly<Record<SignInProblemReason, Problem>> = {
  expired: {
    title: "This sign-in has expired",
    text: "It took longer than 10 minutes, was used already, or began in another browser or tab. Start again.",
  },
  canceled: {
    title: "Sign-in canceled",
    text: "The provider says that you didn’t agree, or that you may not use this service.",
  },
  provider_failed: {
    title: "The provider didn’t confirm who you are",
    text: "It couldn’t be reached, or its response wasn’t valid. Try again in a moment. If it keeps happening, tell the people who set it up.",
  },
  too_many: {
    title: "Too many attempts",
    text: "There were too many attempts to sign in from your network. Try again in 15 minutes.",
  },
  address_missing: {
    title: "Your email address is missing",
    text: "The provider didn’t tell us your email address, which we need the first time. Its administrator can let this service read it (the scope “email”).",
  },
  address_unverified: {
    title: "Your email address isn’t confirmed",
    text: "The provider doesn’t say that your email address is verified. Confirm it there, or ask its administrator to.",
  },
  sign_in_first: {
    title: "Sign in here first, this once",
    text: "There’s an account with your email address, and only you can connect the provider to it. Sign in as you did before. Then open Settings, Account and security, and connect the provider there.",
  },
  other_address: {
    title: "The provider knows you by another address",
    text: "Only a provider with the email address of your account can be connected to it. Change your address here or there.",
  },
  already_connected: {
    title: "Already connected",
    text: "This sign-in belongs to another account, or your account has another sign-in of this provider. Disconnect that one first, under Settings, Account and security.",
  },
  not_invited: {
    title: "You’re not a member of this workspace yet",
    text: "Ask an owner of the workspace to invite you. With their invitation, this sign-in works.",
  },
  sign_up_closed: {
    title: "No new accounts",
    text: <WhomToAsk />,
  },
  full: {
    title: "The workspace is full",
    text: "It has as many members as it can have. Ask an owner to make room.",
  },
  unknown: {
    title: "This sign-in no longer exists",
    text: "The provider was removed or changed. Ask an owner of your workspace for the current sign-in address.",
  },
  provider_required: {
    title: "This service has its own sign-in",
    text: "Everyone signs in with the same provider here, so the company sign-in of a workspace is off.",
  },
  invitation_ended: {
    title: "This invitation no longer works",
    text: "It was already used, was revoked, or has expired. Ask an owner of the workspace to invite you again.",
  },
  not_the_invited: {
    title: "The invitation is for another address",
    text: "The provider knows you by an email address that wasn’t invited. Ask an owner of the workspace to invite that address.",
  },
};

const NOT_CONNECTED: Problem = {
  title: "Your account isn’t connected yet",
  text: (
    <>
      There’s an account with your email address, but this sign-in isn’t connected to it.{" "}
      <WhomToAsk />
    </>
  ),
};

/** Where people only sign in with the provider, they can’t sign in first to connect it. */
function findProblem(reason: SignInProblemReason): Problem {
  return reason === "sign_in_first" && isProviderRequired() ? NOT_CONNECTED : PROBLEMS[reason];
}

function readReason(text: string | undefined): SignInProblemReason {
  return SIGN_IN_PROBLEMS.find((reason) => reason === text) ?? "expired";
}

export default async function SignInProblemPage({ searchParams }: { searchParams: SearchParams }) {
  const params = await searchParams;
  const { title, text } = findProblem(readReason(singleValue(params.reason)));
  const code = singleValue(params.code);
  return (
    <AuthCard title={title} footer={null}>
      <div className="grid gap-5">
        <p className="text-pretty text-muted-foreground">{text}</p>
        {code ? (
          <ButtonLink
            href={`/sign-in/company?${new URLSearchParams({ code })}`}
            className="w-full"
            variant="outline"
          >
            Try the company sign-in again
          </ButtonLink>
        ) : null}
        <ButtonLink href="/sign-in" className="w-full">
          Go to sign-in
        </ButtonLink>
      </div>
    </AuthCard>
  );
}
