"use client";

import { useEffect, useRef, useState } from "react";
import { cn } from "#components/ui/cn.ts";

const PAUSE_MS = 300;

type PreviewFramesProps = {
  /** The URL that the values are posted to. */
  action: string;
  values: Readonly<Record<string, string>>;
  title: string;
  className: string;
  frameClassName: string;
};

/**
 * Posts a draft into a new frame a moment after each change, and shows the frame once it has loaded.
 * Navigating an existing frame would flash, and add to the browser’s history.
 */
export function PreviewFrames(props: PreviewFramesProps) {
  const form = useRef<HTMLFormElement>(null);
  const [wanted, setWanted] = useState({ frame: 0, values: props.values });
  const [shown, setShown] = useState(0);
  const sent = useRef(0);
  const content = JSON.stringify(props.values);

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

  return (
    <>
      <form
        ref={form}
        action={props.action}
        method="post"
        target={`preview-${wanted.frame}`}
        hidden
      >
        {Object.entries(wanted.values).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} readOnly />
        ))}
      </form>
      <div className={cn("relative overflow-hidden bg-card", props.className)}>
        {[...new Set([shown, wanted.frame])]
          .filter((frame) => frame > 0)
          .map((frame) => (
            <iframe
              key={frame}
              name={`preview-${frame}`}
              title={frame === shown ? props.title : "Next preview"}
              sandbox="allow-popups allow-popups-to-escape-sandbox"
              // A new frame also loads an empty document, before anything is sent to it.
              onLoad={() => {
                if (frame === sent.current) setShown(frame);
              }}
              className={cn(
                "absolute top-0 left-0 block",
                props.frameClassName,
                frame !== shown && "invisible",
              )}
            />
          ))}
      </div>
    </>
  );
}
