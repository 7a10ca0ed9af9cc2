import type { Metadata } from "next";
import { headers } from "next/headers";
import { redirect } from "next/navigation";
import type { ReactNode } from "react";
import { ProofHost } from "#components/form/proof-host";
import { SCOPE_GROUPS } from "#components/form/scope-groups.ts";
import { ButtonLink } from "#components/ui/button";
import { Notice } from "#components/ui/notice";
import { callerOf } from "#lib/core/client-address";
import { settings } from "#lib/core/settings/settings";
import type { ActiveSession } from "#lib/domain/accounts/sessions";
import { listConnectable } from "#lib/domain/grants/connect-app";
import { describeRedirect } from "#lib/domain/grants/redirect-uri";
import type { ScopeOffer } from "#lib/domain/grants/schema";
import { SCOPES, type Scope } from "#lib/domain/tokens/schema";
import { findOwnLostSession, findSession } from "#lib/entry/account/current-session";
import { readAuthorization } from "#lib/entry/oauth/authorization-request";
import type { SearchParams } from "../../search-params";
import { AuthCard } from "../auth-card";
import { decideAction, signInAgainAction } from "./actions";
import { ConnectForm, type OfferedScopes } from "./connect-form";

export const metadata: Metadata = { title: "Connect an app" };

/** The authorization endpoint (OAuth 2.1). Opening it changes nothing. */
export default async function ConnectPage({ searchParams }: { searchParams: SearchParams }) {
  const sent = await headers();
  const path = sent.get("x-page-path") ?? "/connect";
  const session = await findSession();
  if (!session) {
    if (await findOwnLostSession()) redirect("/no-access");
    redirect(`/sign-in?next=${encodeURIComponent(path)}`);
  }
  const parameters = await searchParams;
  const read = await readAuthorization(parameters, callerOf({ headers: sent }, new Date()));
  if (!("request" in read)) return <Problem {...read} />;
  const { client, redirectUri, scopes } = read.request;
  const signedInAs = session.account.user.email;
  return (
    <AuthCard
      title={
        <>
          Connect <bdi className="wrap-anywhere">{client.name}</bdi>
        </>
      }
      footer={
        <form action={signInAgainAction.bind(null, path)}>
          Signed in as <span className="wrap-anywhere">{signedInAs}</span>.{" "}
          <button type="submit" className="link">
            Sign in again
          </button>
        </form>
      }
    >
      <div className="grid gap-6">
        <About name={client.name} place={describeRedirect(redirectUri)} />
        <Decision session={session}>
          <ConnectForm
            action={decideAction.bind(null, parameters)}
            workspaces={await listConnectable(session.ctx)}
            current={session.account.workspace.id}
            groups={toGroups(scopes)}
          />
        </Decision>
      </div>
      <ProofHost />
    </AuthCard>
  );
}

/** Texts of scopes whose own description mentions another scope, which isn’t shown here. */
const IN_WORDS: Partial<Record<Scope, string>> = {
  "files:read": "Download the files of messages.",
};

function toGroups({ offered, selected }: ScopeOffer): OfferedScopes[] {
  return SCOPE_GROUPS.map(({ title, scopes }) => ({
    title,
    scopes: scopes
      .filter((name) => offered.includes(name))
      .map((name) => ({
        name,
        text: IN_WORDS[name] ?? SCOPES[name],
        isSelected: selected.includes(name),
      })),
  })).filter(({ scopes }) => scopes.length > 0);
}

function describePlace(place: string): ReactNode {
  if (place === "localhost") return "a program on this computer (localhost)";
  if (place.endsWith(":"))
    return (
      <>
        the app on this device that opens <code className="font-mono">{place}</code> links
      </>
    );
  return <span className="font-medium wrap-anywhere text-foreground">{place}</span>;
}

function About({ name, place }: { name: string; place: string }) {
  return (
    <div className="grid gap-3">
      <p className="text-pretty text-muted-foreground">
        An app that calls itself{" "}
        <bdi className="font-medium wrap-anywhere text-foreground">{name}</bdi> asks for access to
        your forms. You’ll be sent to {describePlace(place)}.
      </p>
      <Notice tone="warning">
        Any app can use any name. Continue only if you’ve just started this yourself, and you know
        where you’ll be sent.
      </Notice>
    </div>
  );
}

/** Renders the form, or the reason that this account can’t connect an app. */
function Decision({ session, children }: { session: ActiveSession; children: ReactNode }) {
  if (session.isVerified) return children;
  const isCaptured = settings().email.mode === "capture";
  return (
    <div className="grid gap-4">
      <Notice tone="warning">
        <span className="font-medium">Confirm your email address to connect apps.</span> Open the
        link that we sent to <span className="wrap-anywhere">{session.account.user.email}</span>,
        then reload this page.
      </Notice>
      <ButtonLink
        href={isCaptured ? "/test-inbox/confirm-email" : "/"}
        variant="outline"
        className="w-full"
      >
        {isCaptured ? "Open email" : "Go to Form Intake"}
      </ButtonLink>
    </div>
  );
}

function Problem({ problem, back }: { problem: string; back: string | null }) {
  return (
    <AuthCard title="This app can’t be connected" footer={<>Nothing was changed.</>}>
      <div className="grid gap-5">
        <p className="text-pretty wrap-anywhere text-muted-foreground">{problem}</p>
        {back === null ? null : (
          <a href={back} rel="noreferrer" className="link wrap-anywhere">
            Back to the app ({describeRedirect(back)})
          </a>
        )}
      </div>
    </AuthCard>
  );
}
