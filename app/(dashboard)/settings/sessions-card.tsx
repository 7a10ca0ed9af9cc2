"use client";

import { ConfirmAction } from "#components/form/confirm-action";
import type { FormState } from "#components/form/form-state";
import { useAction } from "#components/form/use-action";
import { Badge } from "#components/ui/badge";
import { Button } from "#components/ui/button";
import { Card, CardContent, CardFooter, CardHeader, CardTitle } from "#components/ui/card";
import { RelativeTime } from "#components/ui/relative-time";
import type { SessionListItem } from "#lib/accounts/sessions";
import { countOf } from "#lib/core/count";
import { describeBrowser } from "./describe-browser";

type SessionsCardProps = {
  sessions: readonly SessionListItem[];
  currentId: string;
  endOthers: () => Promise<FormState>;
  endOne: (sessionId: string) => Promise<FormState>;
};

export function SessionsCard({ sessions, currentId, endOthers, endOne }: SessionsCardProps) {
  const others = sessions.filter(({ id }) => id !== currentId).length;
  return (
    <Card>
      <CardHeader>
        <CardTitle>Sessions</CardTitle>
      </CardHeader>
      <CardContent>
        <ul className="-my-3 divide-y">
          {sessions.map((session) => (
            <SessionRow
              key={session.id}
              session={session}
              isCurrent={session.id === currentId}
              end={() => endOne(session.id)}
            />
          ))}
        </ul>
      </CardContent>
      <CardFooter>
        {others === 0 ? (
          <p className="text-muted-foreground">You are signed in nowhere else.</p>
        ) : (
          <ConfirmAction
            trigger={(ask) => (
              <Button variant="outline" onClick={ask}>
                Sign out everywhere else
              </Button>
            )}
            title="Sign out everywhere else?"
            confirmLabel="Sign out everywhere else"
            action={endOthers}
          >
            <p>
              {countOf(others, "other session")} will end. Whoever uses{" "}
              {others === 1 ? "it" : "them"} has to sign in again.
            </p>
          </ConfirmAction>
        )}
      </CardFooter>
    </Card>
  );
}

type SessionRowProps = {
  session: SessionListItem;
  isCurrent: boolean;
  end: () => Promise<FormState>;
};

function SessionRow({ session, isCurrent, end }: SessionRowProps) {
  const { run, isPending } = useAction(end);
  const browser = describeBrowser(session.userAgent);
  return (
    <li className="flex items-center gap-4 py-3">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          {browser}
          {isCurrent ? <Badge tone="accent">This one</Badge> : null}
        </p>
        <p className="text-muted-foreground">
          Signed in <RelativeTime at={session.createdAt} />, last used{" "}
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
