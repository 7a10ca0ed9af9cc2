"use client";

import { FileText, Mail, Moon, Sun } from "lucide-react";
import { useState } from "react";
import { PreviewFrames } from "#components/form/preview-frames";
import { IconRadios } from "#components/ui/icon-radios";

const PARTS = [
  { value: "form", label: "Hosted form", icon: <FileText aria-hidden /> },
  { value: "email", label: "Email", icon: <Mail aria-hidden /> },
] as const;
const SCHEMES = [
  { value: "light", label: "Light", icon: <Sun aria-hidden /> },
  { value: "dark", label: "Dark", icon: <Moon aria-hidden /> },
] as const;

type BrandPreviewProps = {
  draft: Readonly<Record<string, string>>;
  /** The sender’s name of emails. */
  sender: string;
};

export function BrandPreview({ draft, sender }: BrandPreviewProps) {
  const [part, setPart] = useState<"form" | "email">("form");
  const [scheme, setScheme] = useState<"light" | "dark">("light");
  return (
    <section aria-labelledby="preview" className="grid gap-2 lg:sticky lg:top-14">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h2 id="preview" className="font-semibold">
          Preview
        </h2>
        <div className="ml-auto flex gap-2">
          <IconRadios legend="Part" options={PARTS} value={part} onChange={setPart} />
          <IconRadios
            legend="Visitor’s theme"
            options={SCHEMES}
            value={scheme}
            onChange={setScheme}
          />
        </div>
      </div>
      <div className="overflow-hidden rounded-md border shadow-card">
        {part === "email" ? (
          <p className="border-b bg-card px-4 py-2.5 text-sm wrap-anywhere">
            <span className="text-muted-foreground">From </span>
            <span className="font-medium">{sender}</span>
          </p>
        ) : null}
        <PreviewFrames
          action="/settings/brand/preview"
          values={{ ...draft, part, scheme }}
          title="Preview of the brand"
          className="h-128 lg:h-[calc(100dvh-16rem)] lg:max-h-160 lg:min-h-96"
          frameClassName="size-full"
        />
      </div>
    </section>
  );
}
