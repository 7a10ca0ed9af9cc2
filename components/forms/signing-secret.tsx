"use client";

import { useEffect, useId, useRef } from "react";
import { useBox } from "#components/form/use-box";
import { Button } from "#components/ui/button";
import { Checkbox } from "#components/ui/checkbox";
import { CopyField } from "#components/ui/code";
import { Label } from "#components/ui/label";
import { Notice } from "#components/ui/notice";

type SigningSecretProps = { title: string; secret: string; onDone: () => void };

/** The only sight of a signing secret: it stays until its owner says that it is stored. */
export function SigningSecret({ title, secret, onDone }: SigningSecretProps) {
  const { isTicked: isKept, props: box } = useBox();
  const heading = useRef<HTMLHeadingElement>(null);
  const id = useId();

  useEffect(() => heading.current?.focus(), []);

  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", warn);
    return () => removeEventListener("beforeunload", warn);
  }, []);

  return (
    <div className="grid gap-4">
      <h2 ref={heading} tabIndex={-1} className="text-base font-semibold outline-none">
        {title}
      </h2>
      <Notice tone="warning">
        Copy the signing secret now. It is shown this once; we keep it encrypted and never show it
        again.
      </Notice>
      <CopyField value={secret} what="signing secret" />
      <p className="text-pretty text-muted-foreground">
        Give it to your receiver, for example as its environment variable WEBHOOK_SECRET. By it the
        receiver knows which events are really ours.
      </p>
      <div className="flex items-center gap-3">
        <Checkbox id={`${id}-kept`} {...box} />
        <Label htmlFor={`${id}-kept`}>I have stored the secret in a safe place</Label>
      </div>
      <div>
        <Button disabled={!isKept} onClick={onDone}>
          Done
        </Button>
      </div>
    </div>
  );
}
