"use client";

import { ExternalLink, Monitor, Moon, Smartphone, Sun } from "lucide-react";
import Link from "next/link";
import { useState } from "react";
import { PreviewFrames } from "#components/form/preview-frames";
import { IconRadios } from "#components/ui/icon-radios";

type FormPreviewProps = {
  formId: string;
  publicKey: string;
  /**
   * Parts of the draft as JSON: `fields` or `page`. Parts that are missing here are shown as saved, and reload after a save.
   * `edited` is the position of the field to scroll to.
   */
  draft: Readonly<Record<string, string>>;
  /** False while allowed origins keep the form’s own page from being shown. */
  isHosted: boolean;
  /** False if the page is always light or always dark. */
  hasBothSchemes: boolean;
  part?: "form" | "thanks";
};

const SCHEMES = [
  { value: "light", label: "Light", icon: <Sun aria-hidden /> },
  { value: "dark", label: "Dark", icon: <Moon aria-hidden /> },
] as const;
const DEVICES = [
  { value: "phone", label: "Phone", icon: <Smartphone aria-hidden /> },
  { value: "computer", label: "Computer", icon: <Monitor aria-hidden /> },
] as const;

export function FormPreview(props: FormPreviewProps) {
  const { formId, publicKey, draft, isHosted, hasBothSchemes, part = "form" } = props;
  const [scheme, setScheme] = useState<"light" | "dark">("light");
  const [device, setDevice] = useState<"phone" | "computer">("phone");
  return (
    <section
      id="preview"
      aria-labelledby="preview-title"
      className="grid scroll-mt-16 gap-2 lg:sticky lg:top-14"
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h2 id="preview-title" className="font-semibold">
          Preview
        </h2>
        {isHosted ? (
          <a
            href={`/f/${publicKey}`}
            target="_blank"
            rel="noreferrer"
            className="inline-flex items-center gap-1 rounded-sm text-muted-foreground hover:text-foreground"
          >
            Open saved page
            <ExternalLink aria-hidden className="size-3.5" />
          </a>
        ) : null}
        <div className="ml-auto flex gap-2">
          {hasBothSchemes ? (
            <IconRadios
              legend="Visitor’s theme"
              options={SCHEMES}
              value={scheme}
              onChange={setScheme}
            />
          ) : null}
          <IconRadios legend="Device" options={DEVICES} value={device} onChange={setDevice} />
        </div>
      </div>
      {isHosted ? null : (
        <p className="text-pretty text-muted-foreground">
          Visitors can’t open this page while{" "}
          <Link href={`/forms/${formId}/settings/spam`} className="link">
            allowed origins
          </Link>{" "}
          are set. Your own site’s form still works.
        </p>
      )}
      <PreviewFrames
        action={`/forms/${formId}/form/preview#edited`}
        values={{ ...draft, part, scheme }}
        title="Preview of the form"
        className="h-144 rounded-md border shadow-card lg:h-[calc(100dvh-14rem)] lg:max-h-200 lg:min-h-96"
        frameClassName={
          device === "computer" ? "h-[200%] w-[200%] origin-top-left scale-50" : "size-full"
        }
      />
    </section>
  );
}
