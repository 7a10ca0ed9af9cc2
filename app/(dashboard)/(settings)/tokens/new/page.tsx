import type { Metadata } from "next";
import { SCOPE_GROUPS } from "#components/form/scope-groups.ts";
import { BackLink, SectionHeader } from "#components/ui/page";
import { settings } from "#lib/core/settings/settings";
import { SCOPES, TOKEN_LIMITS } from "#lib/domain/tokens/schema";
import { ConfirmFirst } from "../../../confirm-first";
import { OwnersOnly } from "../../../owners-only";
import { pageSession, unconfirmedUser } from "../../../page-session";
import { CreateTokenForm } from "./create-token-form";

export const metadata: Metadata = { title: "New API token" };

export default async function NewTokenPage() {
  const session = await pageSession();
  const { role } = session;
  if (role !== "owner")
    return (
      <div className="max-w-176">
        <SectionHeader title="New API token" />
        <OwnersOnly what="create API tokens" />
      </div>
    );
  const unconfirmed = unconfirmedUser(session);
  const groups = SCOPE_GROUPS.map(({ title, scopes }) => ({
    title,
    scopes: scopes.map((name) => ({ name, text: SCOPES[name] })),
  }));
  return (
    <div className="max-w-176">
      <BackLink href="/tokens" label="API tokens" />
      <SectionHeader title="New API token" />
      {unconfirmed ? (
        <ConfirmFirst what="create API tokens" {...unconfirmed} />
      ) : (
        <CreateTokenForm
          groups={groups}
          expiry={{ defaultDays: TOKEN_LIMITS.defaultDays, maxDays: TOKEN_LIMITS.maxDays }}
          baseUrl={settings().baseUrl}
        />
      )}
    </div>
  );
}
