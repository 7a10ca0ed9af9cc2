"use client";

import { type ReactNode, useRef } from "react";
import { CopyButton } from "#components/ui/copy-button";

/** Code with a copy button. It copies what's visible, so the page contains each text once. */
export function CopyFrame({ what, children }: { what: string; children: ReactNode }) {
  const frame = useRef<HTMLDivElement>(null);

  function shownCode(): string {
    const codes = [...(frame.current?.querySelectorAll("code") ?? [])];
    return codes.find((code) => code.checkVisibility())?.textContent ?? "";
  }

  return (
    <div ref={frame} className="relative">
      {children}
      <CopyButton
        text={shownCode}
        what={what}
        className="absolute top-1 right-1 [@media(scripting:none)]:hidden"
      />
    </div>
  );
}
