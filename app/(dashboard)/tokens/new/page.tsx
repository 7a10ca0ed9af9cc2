import type { Metadata } from "next";
import { Page, PageHeader } from "#components/ui/page";
import { settings } from "#lib/core/settings/settings";
import { SCOPES, TOKEN_LIMITS } from "#lib/domain/tokens/schema";
import { OwnersOnly } from "../../owners-only";
import { pageSession } from "../../page-session";
import { SCOPE_GROUPS } from "../scope-groups";
import { CreateTokenForm } from "./create-token-form";

export const metadata: Metadata = { title: "New API token" };

export default async function NewTokenPage() {
  const { role } = await pageSession();
  if (role !== "owner")
    return (
      <Page width="narrow">
        <PageHeader title="New API token" />
        <OwnersOnly what="create API tokens" />
      </Page>
    );
  const groups = SCOPE_GROUPS.map(({ title, scopes }) => ({
    title,
    scopes: scopes.map((name) => ({ name, text: SCOPES[name] })),
  }));
  return (
    <Page width="narrow">
      <PageHeader title="New API token" back={{ href: "/tokens", label: "API tokens" }} />
      <CreateTokenForm
        groups={groups}
        expiry={{ defaultDays: TOKEN_LIMITS.defaultDays, maxDays: TOKEN_LIMITS.maxDays }}
        baseUrl={settings().baseUrl}
      />
    </Page>
  );
}
