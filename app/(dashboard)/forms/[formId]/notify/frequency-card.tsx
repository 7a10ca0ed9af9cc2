"use client";

import Link from "next/link";
import { describeFrequency, FrequencySelect } from "#components/forms/frequency-select";
import { Badge } from "#components/ui/badge";
import { Card, CardHeader } from "#components/ui/card";
import { MomentOf } from "#components/ui/relative-time";
import type { NotificationChoice } from "#lib/domain/emails/digests/choice-schema";
import { saveFrequencyAction } from "../../../notify-actions";

type FrequencyCardProps = {
  formId: string;
  choices: readonly NotificationChoice[];
  userId: string;
  isOwner: boolean;
};

/** Shows when each member is notified. Members change their own setting, owners anyone’s. */
export function FrequencyCard({ formId, choices, userId, isOwner }: FrequencyCardProps) {
  return (
    <Card>
      <CardHeader
        className="pb-4"
        title="Who is notified when"
        description={
          <>
            Each member’s own choice, whatever is selected above. Other recipients get an email for
            each message. Your choices for all forms are in the{" "}
            <Link href="/settings/notifications" className="link">
              settings
            </Link>
            .
          </>
        }
      />
      <ul aria-label="Members" className="divide-y border-t">
        {choices.map((choice) => (
          <MemberRow
            key={`${choice.memberId} ${choice.frequency} ${choice.hour}`}
            formId={formId}
            choice={choice}
            isYou={choice.memberId === userId}
            canChange={isOwner || choice.memberId === userId}
          />
        ))}
      </ul>
    </Card>
  );
}

type MemberRowProps = {
  formId: string;
  choice: NotificationChoice;
  isYou: boolean;
  canChange: boolean;
};

function MemberRow({ formId, choice, isYou, canChange }: MemberRowProps) {
  const { memberId, name, email, timeZone, nextDigestAt } = choice;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3 sm:px-6">
      <div className="min-w-0 flex-1 basis-56">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          <bdi className="min-w-0 wrap-anywhere">{name ?? email}</bdi>
          {isYou ? <Badge tone="accent">You</Badge> : null}
        </p>
        {nextDigestAt === null ? null : (
          <p className="text-muted-foreground">
            Next digest: <MomentOf at={nextDigestAt} />. Time zone: {timeZone.replaceAll("_", " ")}
          </p>
        )}
      </div>
      {canChange ? (
        <FrequencySelect
          label={isYou ? "When you’re notified" : `When ${email} is notified`}
          choice={choice}
          action={saveFrequencyAction.bind(null, formId, memberId)}
        />
      ) : (
        <p className="text-muted-foreground">{describeFrequency(choice)}</p>
      )}
    </li>
  );
}
