"use client";

type FailureProps = { error: unknown; retry: () => void };

const BUTTON = "inline-flex h-9 items-center rounded-md px-4 font-medium shadow-card";

function digestOf(error: unknown): string | null {
  if (typeof error !== "object" || error === null || !("digest" in error)) return null;
  return typeof error.digest === "string" ? error.digest : null;
}

/**
 * The page of an error boundary, with the reference to find the error in our logs. Every page loads
 * it, so it has no dependencies.
 */
export function Failure({ error, retry }: FailureProps) {
  const digest = digestOf(error);
  return (
    <div className="mx-auto flex min-h-[80dvh] max-w-md flex-col items-center justify-center px-6 py-16 text-center">
      <h1 className="text-xl font-semibold tracking-tight">We couldn’t load this page</h1>
      <p className="mt-2 text-pretty text-muted-foreground">
        Your data is safe. This is usually temporary.
      </p>
      {digest ? (
        <p className="mt-2 font-mono text-xs text-muted-foreground">Reference: {digest}</p>
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
          Go home
        </a>
      </div>
    </div>
  );
}
