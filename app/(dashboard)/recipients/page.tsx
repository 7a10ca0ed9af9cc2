import { AtSign } from "lucide-react";
import type { Metadata } from "next";
import Link from "next/link";
import { RefreshOnReturn } from "#components/shell/refresh-on-return";
import { Card, CardContent } from "#components/ui/card";
import { EmptyState } from "#components/ui/empty-state";
import { Notice } from "#components/ui/notice";
import { Page } from "#components/ui/page";
import { PageHeader } from "#components/ui/page-header";
import { settings } from "#lib/core/settings";
import { listRecipientUses } from "#lib/notifications/list-recipient-uses";
import { MAX_RECIPIENTS } from "#lib/recipients/schema";
import { pageSession } from "../page-session";
import { addRecipientAction } from "./actions";
import { AddRecipientForm } from "./add-recipient-form";
import { RecipientRow } from "./recipient-row";

export const metadata: Metadata = { title: "Recipients" };

export default async function RecipientsPage() {
  const { ctx, account } = await pageSession();
  const recipients = await listRecipientUses(ctx);
  const isWaiting = recipients.some(({ status }) => status === "pending");
  return (
    <Page>
      <RefreshOnReturn />
      <PageHeader
        title="Recipients"
        description={`The addresses that forms can notify. Each owner confirms theirs once. ${recipients.length} of ${MAX_RECIPIENTS} in use.`}
      />
      <div className="grid gap-6">
        <Card>
          <CardContent>
            <AddRecipientForm
              action={addRecipientAction}
              suggestion={recipients.length === 0 ? account.user.email : ""}
            />
          </CardContent>
        </Card>
        {isWaiting && settings().email.mode === "capture" ? (
          <Notice>
            On staging the verification goes to the{" "}
            <Link href="/test-inbox?kind=verification" className="link">
              test inbox
            </Link>
            . Open it there and press its button.
          </Notice>
        ) : null}
        <Card>
          {recipients.length === 0 ? (
            <EmptyState icon={AtSign} title="No recipient yet">
              Add an address above. A form can notify it as soon as it is confirmed.
            </EmptyState>
          ) : (
            <ul className="divide-y">
              {recipients.map((recipient) => (
                <RecipientRow
                  key={recipient.id}
                  recipient={recipient}
                  resend={addRecipientAction}
                />
              ))}
            </ul>
          )}
        </Card>
      </div>
    </Page>
  );
}
