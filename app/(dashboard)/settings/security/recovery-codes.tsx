"use client";

import { Download } from "lucide-react";
import { useEffect, useRef } from "react";
import { useLeaveWarning } from "#components/form/use-draft.ts";
import { Button, buttonVariants } from "#components/ui/button";
import { CopyButton } from "#components/ui/copy-button";
import { Notice } from "#components/ui/notice";

type RecoveryCodesProps = {
  /** One per line. */
  codes: string;
  onDone: () => void;
};

/** Shows new recovery codes until the user has put them somewhere. */
export function RecoveryCodes({ codes, onDone }: RecoveryCodesProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  useLeaveWarning(true);
  const file = `Recovery codes for Form Intake (${location.host})\n\n${codes}\n`;
  return (
    <div className="grid gap-4">
      <h3 ref={heading} tabIndex={-1} className="font-medium outline-none">
        Save your recovery codes
      </h3>
      <Notice tone="warning">
        If you lose your phone, sign in with one of these codes. Each works once. You won’t be able
        to see them again.
      </Notice>
      <ul className="grid gap-x-6 gap-y-2 rounded-md border bg-muted/50 p-4 font-mono text-sm sm:grid-cols-2">
        {codes.split("\n").map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap items-center gap-3">
        <Button onClick={onDone}>I’ve saved them</Button>
        <CopyButton text={codes} what="recovery codes" withLabel className="h-9" />
        <a
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(file)}`}
          download="recovery-codes.txt"
          className={buttonVariants({ variant: "outline" })}
        >
          <Download aria-hidden />
          Download
        </a>
      </div>
    </div>
  );
}
