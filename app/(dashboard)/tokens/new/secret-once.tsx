"use client";

import { useEffect, useId, useRef } from "react";
import { useBox } from "#components/form/use-box";
import { Button, ButtonLink } from "#components/ui/button";
import { Card, CardContent, CardFooter } from "#components/ui/card";
import { Checkbox } from "#components/ui/checkbox";
import { CodeBlock, CopyField } from "#components/ui/code";
import { Label } from "#components/ui/label";
import { Notice } from "#components/ui/notice";

type SecretOnceProps = { name: string; secret: string; baseUrl: string };

/** The only sight of a secret: it stays until its owner says that it is kept. */
export function SecretOnce({ name, secret, baseUrl }: SecretOnceProps) {
  const { isTicked: isKept, props: box } = useBox();
  const heading = useRef<HTMLHeadingElement>(null);
  const id = useId();

  useEffect(() => heading.current?.focus(), []);

  useEffect(() => {
    if (isKept) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", warn);
    return () => removeEventListener("beforeunload", warn);
  }, [isKept]);

  return (
    <Card>
      <CardContent className="grid gap-4">
        <h2
          ref={heading}
          tabIndex={-1}
          className="text-base font-semibold wrap-anywhere outline-none"
        >
          “{name}” is created
        </h2>
        <Notice tone="warning">
          Copy the token now. It is shown this once; we keep only a fingerprint of it.
        </Notice>
        <CopyField value={secret} what="token" />
        <div className="grid gap-2">
          <h3 className="font-medium">Try it</h3>
          <CodeBlock
            title="Shell"
            what="first request"
            code={`curl ${baseUrl}/v1/token \\\n  -H "Authorization: Bearer ${secret}"`}
          />
        </div>
        <div className="flex items-center gap-3">
          <Checkbox id={`${id}-kept`} {...box} />
          <Label htmlFor={`${id}-kept`}>I have stored the token in a safe place</Label>
        </div>
      </CardContent>
      <CardFooter>
        {isKept ? <ButtonLink href="/tokens">Done</ButtonLink> : <Button disabled>Done</Button>}
      </CardFooter>
    </Card>
  );
}
