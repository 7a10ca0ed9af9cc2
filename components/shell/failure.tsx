"use client";

type FailureProps = { error: unknown; retry: () => void };

const BUTTON = "inline-flex h-9 items-center rounded-md px-4 font-medium shadow-card";

function digestOf(error: unknown): string | null {
  if (typeof error !== "object" || error === null || !("digest" in error)) return null;
  return typeof error.digest === "string" ? error.digest : null;
}

/**
 * An error boundary's page: what the owner can do, and the number that finds it in our logs. Every
 * page loads it, more than once, so it is made of nothing else; the way out is a fresh start anyway.
 */
export function Failure({ error, retry }: FailureProps) {
  const digest = digestOf(error);
  return (
    <div className="mx-auto flex min-h-[80dvh] max-w-md flex-col items-center justify-center px-6 py-16 text-center">
      <h1 className="text-xl font-semibold tracking-tight">This page could not be loaded</h1>
      <p className="mt-2 text-pretty text-muted-foreground">
        Nothing was lost. It is most likely over in a moment.
      </p>
      {digest ? (
        <p className="mt-2 font-mono text-xs text-muted-foreground">Reference {digest}</p>
      ) : null}
      <div className="mt-6 flex flex-wrap justify-center gap-2">
        <button
          type="button"
          onClick={() => retry()}
          className={`${BUTTON} bg-primary text-primary-foreground hover:bg-primary-hover`}
        >
          Try again
        </button>
        <a href="/" className={`${BUTTON} border bg-card hover:bg-accent`}>
          Go to the start
        </a>
      </div>
    </div>
  );
}
