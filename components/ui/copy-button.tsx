"use client";

import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";
import { Button } from "#components/ui/button";
import { cn } from "#components/ui/cn.ts";

type CopyButtonProps = {
  text: string;
  /** Part of the button’s accessible name: "Copy public key". */
  what: string;
  withLabel?: boolean;
  className?: string;
};

export function CopyButton({ text, what, withLabel, className }: CopyButtonProps) {
  const [isCopied, setCopied] = useState(false);

  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), 2000);
    return () => clearTimeout(timer);
  }, [isCopied]);

  async function copy(): Promise<void> {
    if (await writeToClipboard(text)) setCopied(true);
  }

  return (
    <Button
      variant={withLabel ? "outline" : "ghost"}
      size={withLabel ? "sm" : "iconSm"}
      onClick={copy}
      className={cn("relative", className)}
    >
      {isCopied ? <Check aria-hidden className="text-success" /> : <Copy aria-hidden />}
      {withLabel ? <span aria-hidden>{isCopied ? "Copied" : "Copy"}</span> : null}
      <span className="sr-only">Copy {what}</span>
      <span role="status" className="sr-only">
        {isCopied ? "Copied" : ""}
      </span>
    </Button>
  );
}

/** Falls back to a selection, because the clipboard API needs HTTPS. @returns whether it worked */
export async function writeToClipboard(text: string): Promise<boolean> {
  if (navigator.clipboard) {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch {
      return false;
    }
  }
  const area = document.createElement("textarea");
  area.value = text;
  area.setAttribute("aria-hidden", "true");
  area.className = "fixed top-0 left-0 opacity-0";
  document.body.append(area);
  area.select();
  const isCopied = document.execCommand("copy");
  area.remove();
  return isCopied;
}
