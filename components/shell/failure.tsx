"use client";

import { DeadEnd } from "#components/shell/dead-end";
import { Button, ButtonLink } from "#components/ui/button";

type FailureProps = { error: unknown; retry: () => void };

function digestOf(error: unknown): string | null {
  if (typeof error !== "object" || error === null || !("digest" in error)) return null;
  return typeof error.digest === "string" ? error.digest : null;
}

/** An error boundary's page: what the owner can do, and the number that finds it in our logs. */
export function Failure({ error, retry }: FailureProps) {
  const digest = digestOf(error);
  return (
    <DeadEnd
      title="This page could not be loaded"
      action={
        <>
          <Button onClick={() => retry()}>Try again</Button>
          <ButtonLink href="/" variant="outline">
            Go to the start
          </ButtonLink>
        </>
      }
    >
      <p>Nothing was lost. It is most likely over in a moment.</p>
      {digest ? <p className="mt-2 font-mono text-xs">Reference {digest}</p> : null}
    </DeadEnd>
  );
}
