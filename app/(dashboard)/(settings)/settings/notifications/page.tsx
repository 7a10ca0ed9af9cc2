import { Bell } from "lucide-react";
import type { Metadata } from "next";
import Link from "next/link";
import { Card, CardHeader } from "#components/ui/card";
import { EmptyState } from "#components/ui/empty-state";
import { listOwnChoices } from "#lib/domain/emails/digests/choices";
import { pageSession, pageTimeZone } from "../../../page-session";
import { OwnChoices } from "./own-choices";

export const metadata: Metadata = { title: "Your notifications" };

export default async function NotificationsPage() {
  const session = await pageSession();
  const { ctx, account, timeZones } = session;
  const [choices, { timeZone = "UTC" }] = await Promise.all([
    listOwnChoices(ctx),
    pageTimeZone(session),
  ]);
  const zone = timeZones.own ?? timeZones.workspace ?? "UTC";
  return (
    <Card>
      <CardHeader
        className="pb-4"
        title="Your notifications"
        description={
          <>
            When {account.user.email} is notified about the messages of each form. Digests come at
            the hour of the time zone {zone.replaceAll("_", " ")}
            {zone === timeZone ? "" : ", which isn’t the one of this page"}.{" "}
            <Link href="/settings/security" className="link">
              Change your time zone
            </Link>
          </>
        }
      />
      {choices.length === 0 ? (
        <EmptyState icon={Bell} title="No forms yet">
          Create a form first.
        </EmptyState>
      ) : (
        <OwnChoices choices={choices} userId={account.user.id} />
      )}
    </Card>
  );
}
