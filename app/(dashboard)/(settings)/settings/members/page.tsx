import type { Metadata } from "next";
import Link from "next/link";
import { RefreshPage } from "#components/shell/use-polling.ts";
import { Card, CardContent, CardHeader } from "#components/ui/card";
import { Notice } from "#components/ui/notice";
import { settings } from "#lib/core/settings/settings";
import { listInvitations, listMembers } from "#lib/domain/accounts/members/list-members";
import { ConfirmFirst } from "../../../confirm-first";
import type { UnconfirmedUser } from "../../../onboarding-steps";
import { pageSession, unconfirmedUser } from "../../../page-session";
import { describeInvitation } from "./invitation-words";
import { InvitationRow, InviteForm } from "./invitations";
import { LeaveCard, MemberRow } from "./members";

export const metadata: Metadata = { title: "Members" };

export default async function MembersPage() {
  const session = await pageSession();
  const { ctx, account, role } = session;
  const isOwner = role === "owner";
  const [members, invitations] = await Promise.all([
    listMembers(ctx),
    isOwner ? listInvitations(ctx) : [],
  ]);
  const own = members.find(({ userId }) => userId === account.user.id);
  const owners = members.filter((member) => member.role === "owner");
  const isLastOwner = isOwner && owners.length === 1;
  return (
    <>
      <RefreshPage />
      <Card>
        <CardHeader
          title="Members"
          description={
            isOwner
              ? "Owners can do everything. Members can read messages and manage forms and recipients."
              : "You’re a member: you can read messages and manage forms and recipients. Only owners can invite or remove people."
          }
        />
        <CardContent className="pb-0 sm:pb-0">
          <ul className="-mx-4 divide-y border-t sm:-mx-6">
            {members.map((member) => (
              <MemberRow
                key={member.userId}
                member={member}
                isYou={member.userId === account.user.id}
                canChange={isOwner && !(isLastOwner && member.role === "owner")}
              />
            ))}
          </ul>
        </CardContent>
      </Card>
      {isOwner ? (
        <InvitationsCard invitations={invitations} unconfirmed={unconfirmedUser(session)} />
      ) : null}
      {own ? (
        <LeaveCard
          workspaceName={account.workspace.name}
          tokens={own.tokens}
          isLastOwner={isLastOwner}
        />
      ) : null}
    </>
  );
}

type InvitationsCardProps = {
  invitations: Awaited<ReturnType<typeof listInvitations>>;
  unconfirmed: UnconfirmedUser | null;
};

function InvitationsCard({ invitations, unconfirmed }: InvitationsCardProps) {
  return (
    <Card>
      <CardHeader title="Invite someone" description={describeInvitation(settings().signUp)} />
      <CardContent className="grid gap-4">
        {unconfirmed ? <ConfirmFirst what="invite others" {...unconfirmed} /> : <InviteForm />}
        {invitations.length > 0 && settings().email.mode === "capture" ? (
          <Notice>
            In test mode, invitations go to the{" "}
            <Link href="/test-inbox?kind=account" className="link">
              test inbox
            </Link>
            . Only owners see them there.
          </Notice>
        ) : null}
      </CardContent>
      {invitations.length > 0 ? (
        <>
          <h3 className="border-t px-4 pt-4 pb-2 font-medium sm:px-6">Open invitations</h3>
          <ul className="divide-y">
            {invitations.map((invitation) => (
              <InvitationRow key={invitation.id} invitation={invitation} />
            ))}
          </ul>
        </>
      ) : null}
    </Card>
  );
}
