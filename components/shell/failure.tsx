"use client";

import { DeadEnd } from "#components/shell/dead-end";
import { buttonVariants } from "#components/ui/button-variants";

type FailureProps = { error: unknown; retry: () => void };

function digestOf(error: unknown): string | null {
  if (typeof error !== "object" || error === null || !("digest" in error)) return null;
  return typeof error.digest === "string" ? error.digest : null;
}

/**
 * An error boundary's page: what the owner can do, and the number that finds it in our logs. Every
 * page loads it, so it has no router: the way out is a fresh start anyway.
 */
export function Failure({ error, retry }: FailureProps) {
  const digest = digestOf(error);
  return (
    <DeadEnd
      title="This page could not be loaded"
      action={
        <>
          <button type="button" className={buttonVariants()} onClick={() => retry()}>
            Try again
          </button>
          <a href="/" className={buttonVariants({ variant: "outline" })}>
            Go to the start
          </a>
        </>
      }
    >
      <p>Nothing was lost. It is most likely over in a moment.</p>
      {digest ? <p className="mt-2 font-mono text-xs">Reference {digest}</p> : null}
    </DeadEnd>
  );
}
