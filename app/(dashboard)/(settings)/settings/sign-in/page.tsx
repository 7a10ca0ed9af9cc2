import type { Metadata } from "next";
import { Card, CardContent, CardHeader } from "#components/ui/card";
import { LabeledCopy } from "#components/ui/code";
import { Notice } from "#components/ui/notice";
import { countOf } from "#lib/core/count";
import { isProviderRequired } from "#lib/domain/accounts/providers/required";
import { getSignInProvider } from "#lib/domain/accounts/providers/workspace-provider";
import { ConfirmFirst } from "../../../confirm-first";
import { OwnersOnly } from "../../../owners-only";
import { pageSession, unconfirmedUser } from "../../../page-session";
import { ProviderForm, RemoveProvider } from "./provider-form";

export const metadata: Metadata = { title: "Company sign-in" };

export default async function SignInSettingsPage() {
  const session = await pageSession();
  if (session.role !== "owner") return <OwnersOnly what="set up the company sign-in" />;
  const provider = await getSignInProvider(session.ctx);
  const { saved, signInUrl, redirectUri, connectedMembers } = provider;
  const unconfirmed = unconfirmedUser(session);
  return (
    <>
      {isProviderRequired() ? (
        <Notice tone="warning">
          It’s off: on this service, everyone signs in with the operator’s provider.
        </Notice>
      ) : null}
      <Card>
        <CardHeader
          title="Company sign-in"
          description="Let people sign in to this workspace with your own OpenID Connect provider, such as Keycloak, Google Workspace, Entra ID, or Authentik. What it opens is this workspace, and nothing else of their accounts."
        />
        <CardContent className="grid gap-5">
          {signInUrl ? (
            <LabeledCopy title="Sign-in address" value={signInUrl} what="sign-in address">
              Give it to the people of this workspace.{" "}
              {connectedMembers === 0
                ? "No one has used it yet."
                : `${countOf(connectedMembers, "member")} connected.`}
            </LabeledCopy>
          ) : null}
          <LabeledCopy title="Redirect URI" value={redirectUri} what="redirect URI">
            Register a web application with it at your provider.
          </LabeledCopy>
        </CardContent>
      </Card>
      {unconfirmed ? (
        <ConfirmFirst what="set up the company sign-in" {...unconfirmed} />
      ) : (
        <ProviderForm saved={saved} isOwnConnected={provider.isOwnConnected} />
      )}
      {saved ? <RemoveProvider connectedMembers={connectedMembers} /> : null}
    </>
  );
}
