"use client";

import { useRouter } from "next/navigation";
import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { useLeaveWarning } from "#components/form/use-draft.ts";
import { Button } from "#components/ui/button";
import { CopyField } from "#components/ui/code";
import { Checkbox, Label } from "#components/ui/input";
import { Notice } from "#components/ui/notice";

type OneTimeSecretProps = {
  kind: "token" | "signing secret";
  title: string;
  secret: string;
  onDone: () => void;
  children: ReactNode;
};

/** Shows a new secret until the user confirms that it's stored. Leaving before asks for confirmation. */
export function OneTimeSecret({ kind, title, secret, onDone, children }: OneTimeSecretProps) {
  const box = useRef<HTMLInputElement>(null);
  const [isStored, setStored] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const id = useId();

  useEffect(() => {
    heading.current?.focus();
    // It may have been checked before hydration.
    setStored(box.current?.checked === true);
  }, []);

  useLeaveWarning(!isStored);

  return (
    <div className="grid gap-4">
      <h2
        ref={heading}
        tabIndex={-1}
        className="text-base font-semibold wrap-anywhere outline-none"
      >
        {title}
      </h2>
      <Notice tone="warning">Copy the {kind} now. You won’t be able to see it again.</Notice>
      <CopyField value={secret} what={kind} />
      {children}
      <div className="flex items-center gap-3">
        <Checkbox
          ref={box}
          id={`${id}-stored`}
          checked={isStored}
          onChange={(event) => setStored(event.currentTarget.checked)}
        />
        <Label htmlFor={`${id}-stored`}>I’ve stored the {kind} in a safe place</Label>
      </div>
      <div>
        <Button disabled={!isStored} onClick={onDone}>
          Done
        </Button>
      </div>
    </div>
  );
}

/**
 * Shows a new signing secret instead of the form that created it; null without one. Once it’s stored,
 * the page shows its current state, or `nextHref` opens.
 */
export function useSigningSecret(title: string, nextHref: string | null = null) {
  const router = useRouter();
  const [secret, showSecret] = useState<string | null>(null);
  const shown =
    secret === null ? null : (
      <OneTimeSecret
        kind="signing secret"
        title={title}
        secret={secret}
        onDone={() => {
          showSecret(null);
          if (nextHref === null) router.refresh();
          else router.push(nextHref);
        }}
      >
        <p className="text-pretty text-muted-foreground">
          Store it in your app, for example as the environment variable WEBHOOK_SECRET, and use it
          to verify that events come from us.
        </p>
      </OneTimeSecret>
    );
  return [shown, showSecret] as const;
}
