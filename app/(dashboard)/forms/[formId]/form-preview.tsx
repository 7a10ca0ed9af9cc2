"use client";

import { ExternalLink, Monitor, Moon, Smartphone, Sun } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { cn } from "#components/ui/cn.ts";
import { IconRadios } from "#components/ui/icon-radios";

type FormPreviewProps = {
  formId: string;
  publicKey: string;
  /**
   * Parts of the draft as JSON: `fields` or `page`. The others are as saved, and shown again when one changes.
   * `edited` is the position of the field to scroll to.
   */
  draft: Readonly<Record<string, string>>;
  /** False if the page is always light or always dark. */
  hasBothSchemes: boolean;
  part?: "form" | "thanks";
};

const PAUSE_MS = 300;

const SCHEMES = [
  { value: "light", label: "Light", icon: <Sun aria-hidden /> },
  { value: "dark", label: "Dark", icon: <Moon aria-hidden /> },
] as const;
const DEVICES = [
  { value: "phone", label: "Phone", icon: <Smartphone aria-hidden /> },
  { value: "computer", label: "Computer", icon: <Monitor aria-hidden /> },
] as const;

/**
 * Posts a draft into a new frame for each change, and shows it once it has loaded. A frame that navigates would
 * flash, and add to the browser's history.
 */
function usePreviewFrames(values: Readonly<Record<string, string>>) {
  const form = useRef<HTMLFormElement>(null);
  const [wanted, setWanted] = useState({ frame: 0, values });
  const [shown, setShown] = useState(0);
  const sent = useRef(0);
  const content = JSON.stringify(values);

  useEffect(() => {
    const want = () =>
      setWanted(({ frame }) => ({ frame: frame + 1, values: JSON.parse(content) }));
    const timer = setTimeout(want, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [content]);

  useEffect(() => {
    if (wanted.frame === 0) return;
    sent.current = wanted.frame;
    form.current?.submit();
  }, [wanted]);

  return {
    form,
    wanted,
    shown,
    frames: [...new Set([shown, wanted.frame])].filter((frame) => frame > 0),
    /** A new frame also loads an empty document, before anything is sent to it. */
    onLoad: (frame: number) => {
      if (frame === sent.current) setShown(frame);
    },
  };
}

/** The hosted form as a draft makes it, on a phone or a computer, light or dark. */
export function FormPreview(props: FormPreviewProps) {
  const { formId, publicKey, draft, hasBothSchemes, part = "form" } = props;
  const [scheme, setScheme] = useState<"light" | "dark">("light");
  const [device, setDevice] = useState<"phone" | "computer">("phone");
  const values = { ...draft, part, scheme };
  const { form, wanted, frames, shown, onLoad } = usePreviewFrames(values);
  return (
    <section aria-labelledby="preview" className="grid gap-2 lg:sticky lg:top-14">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h2 id="preview" className="font-semibold">
          Preview
        </h2>
        <a
          href={`/f/${publicKey}`}
          target="_blank"
          rel="noreferrer"
          className="inline-flex items-center gap-1 rounded-sm text-muted-foreground hover:text-foreground"
        >
          Open saved page
          <ExternalLink aria-hidden className="size-3.5" />
        </a>
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
      <form
        ref={form}
        action={`/forms/${formId}/fields/preview#edited`}
        method="post"
        target={`form-preview-${wanted.frame}`}
        hidden
      >
        {Object.entries(wanted.values).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} readOnly />
        ))}
      </form>
      <div className="relative h-144 overflow-hidden lg:h-[calc(100dvh-14rem)] lg:max-h-200 lg:min-h-96 rounded-md border bg-card shadow-card">
        {frames.map((frame) => (
          <iframe
            key={frame}
            name={`form-preview-${frame}`}
            title={frame === shown ? "Preview of the form" : "Next preview"}
            sandbox="allow-popups allow-popups-to-escape-sandbox"
            onLoad={() => onLoad(frame)}
            className={cn(
              "absolute top-0 left-0 block",
              device === "computer" ? "h-[200%] w-[200%] origin-top-left scale-50" : "size-full",
              frame !== shown && "invisible",
            )}
          />
        ))}
      </div>
    </section>
  );
}
