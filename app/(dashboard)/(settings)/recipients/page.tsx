import { AtSign } from "lucide-react";
import type { Metadata } from "next";
import Link from "next/link";
import { RefreshPage } from "#components/shell/use-polling.ts";
import { Card, CardContent } from "#components/ui/card";
import { EmptyState } from "#components/ui/empty-state";
import { Notice } from "#components/ui/notice";
import { SectionHeader } from "#components/ui/page";
import { addressKey } from "#lib/core/email-address";
import { settings } from "#lib/core/settings/settings";
import { listRecipientUses } from "#lib/domain/emails/recipient-places";
import { MAX_RECIPIENTS } from "#lib/domain/recipients/schema";
import { pageSession } from "../../page-session";
import { AddRecipientForm } from "./recipient-forms";
import { RecipientRow } from "./recipient-row";

export const metadata: Metadata = { title: "Recipients" };

export default async function RecipientsPage() {
  const { ctx, account } = await pageSession();
  const recipients = await listRecipientUses(ctx);
  const { email } = account.user;
  const isLeftOut =
    recipients.length >= MAX_RECIPIENTS &&
    !recipients.some((one) => addressKey(one.email) === addressKey(email));
  const isWaiting = recipients.some(({ status }) => status === "pending");
  return (
    <>
      <RefreshPage />
      <SectionHeader
        title="Recipients"
        description={`Addresses your forms can notify. Each one must be confirmed once. ${recipients.length} of ${MAX_RECIPIENTS} in use.`}
      />
      <div className="grid gap-6">
        <Card>
          <CardContent>
            <AddRecipientForm suggestion={recipients.length === 0 ? email : ""} />
          </CardContent>
        </Card>
        {isLeftOut ? (
          <Notice role="status">
            All {MAX_RECIPIENTS} recipients are in use, so forms can’t notify{" "}
            <span className="font-medium wrap-anywhere">{email}</span>. Remove one to make room.
          </Notice>
        ) : null}
        {isWaiting && settings().email.mode === "capture" ? (
          <Notice>
            In test mode, confirmation emails go to the{" "}
            <Link href="/test-inbox?kind=verification" className="link">
              test inbox
            </Link>
            . Open the email there and confirm.
          </Notice>
        ) : null}
        <Card>
          {recipients.length === 0 ? (
            <EmptyState icon={AtSign} title="No recipients yet">
              Add an address above. Forms can notify it once it’s confirmed.
            </EmptyState>
          ) : (
            <ul className="divide-y">
              {recipients.map((recipient) => (
                <RecipientRow key={recipient.id} recipient={recipient} />
              ))}
            </ul>
          )}
        </Card>
      </div>
    </>
  );
}
