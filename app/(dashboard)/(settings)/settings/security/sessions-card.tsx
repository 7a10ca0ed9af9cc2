"use client";

import { ConfirmAction } from "#components/form/confirm-action";
import { useAction } from "#components/form/use-action.ts";
import { Badge } from "#components/ui/badge";
import { Button } from "#components/ui/button";
import { Card, CardContent, CardFooter, CardHeader } from "#components/ui/card";
import { RelativeTime } from "#components/ui/relative-time";
import { browserName } from "#lib/core/browser-name";
import { countOf } from "#lib/core/count";
import type { SessionListItem } from "#lib/domain/accounts/sessions";
import { endOtherSessionsAction, endSessionAction } from "../actions";

type SessionsCardProps = { sessions: readonly SessionListItem[]; currentId: string };

export function SessionsCard({ sessions, currentId }: SessionsCardProps) {
  const others = sessions.length - 1;
  return (
    <Card>
      <CardHeader title="Sessions" />
      <CardContent>
        <ul className="-my-3 divide-y">
          {sessions.map((session) => (
            <SessionRow key={session.id} session={session} isCurrent={session.id === currentId} />
          ))}
        </ul>
      </CardContent>
      <CardFooter>
        {others === 0 ? (
          <p className="text-muted-foreground">No other active sessions.</p>
        ) : (
          <ConfirmAction
            trigger={(ask) => (
              <Button variant="outline" onClick={ask}>
                Sign out everywhere else
              </Button>
            )}
            title="Sign out everywhere else?"
            confirmLabel="Sign out everywhere else"
            action={endOtherSessionsAction}
          >
            <p>This ends {countOf(others, "other session")}. You’ll need to sign in again there.</p>
          </ConfirmAction>
        )}
      </CardFooter>
    </Card>
  );
}

const WITH: Readonly<Record<NonNullable<SessionListItem["method"]>, string>> = {
  password: " with a password",
  passkey: " with a passkey",
  provider: " with single sign-on",
  workspace_provider: " with a company sign-in",
};

type SessionRowProps = { session: SessionListItem; isCurrent: boolean };

function SessionRow({ session, isCurrent }: SessionRowProps) {
  const { run, isPending } = useAction(() => endSessionAction(session.id));
  const browser = browserName(session.userAgent);
  return (
    <li className="flex items-center gap-4 py-3">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          {browser}
          {isCurrent ? <Badge tone="accent">This session</Badge> : null}
        </p>
        <p className="text-muted-foreground">
          Signed in <RelativeTime at={session.createdAt} />
          {session.method ? WITH[session.method] : null}, last active{" "}
          <RelativeTime at={session.lastSeenAt} />
        </p>
      </div>
      {isCurrent ? null : (
        <Button variant="outline" size="sm" onClick={run} aria-disabled={isPending || undefined}>
          Sign out<span className="sr-only"> {browser}</span>
        </Button>
      )}
    </li>
  );
}
