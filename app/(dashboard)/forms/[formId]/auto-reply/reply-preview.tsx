"use client";

import { useEffect, useRef, useState } from "react";
import { Card } from "#components/ui/card";

const PAUSE_MS = 300;

type ReplyPreviewProps = {
  /** Where a draft is posted to, for the frame to show it as a mail. */
  path: string;
  /** The id of the form that is watched: `subject`, `message` and `replyRecipientId` are its fields. */
  formId: string;
  /** Addresses by id of their recipient. */
  addresses: Readonly<Record<string, string>>;
};

type Head = { subject: string; replyTo: string };

/** The reply as a visitor gets it, while it is being written: the mail itself, in a frame without rights. */
export function ReplyPreview({ path, formId, addresses }: ReplyPreviewProps) {
  const draft = useRef<HTMLFormElement>(null);
  const [head, setHead] = useState<Head>({ subject: "", replyTo: "" });

  useEffect(() => {
    const editor = document.getElementById(formId);
    if (!(editor instanceof HTMLFormElement)) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const show = () => {
      const typed = new FormData(editor);
      const textOf = (name: string) => String(typed.get(name) ?? "");
      setHead({
        subject: textOf("subject").trim(),
        replyTo: addresses[textOf("replyRecipientId")] ?? "",
      });
      for (const name of ["subject", "message"] as const) {
        const field = draft.current?.elements.namedItem(name);
        if (field instanceof HTMLInputElement) field.value = textOf(name);
      }
      draft.current?.submit();
    };
    const soon = () => {
      clearTimeout(timer);
      timer = setTimeout(show, PAUSE_MS);
    };
    show();
    editor.addEventListener("input", soon);
    // What is reset has its values only after the event.
    editor.addEventListener("reset", soon);
    return () => {
      clearTimeout(timer);
      editor.removeEventListener("input", soon);
      editor.removeEventListener("reset", soon);
    };
  }, [formId, addresses]);

  return (
    <Card className="overflow-hidden">
      <form ref={draft} action={path} method="post" target={`${formId}-preview`} hidden>
        <input name="subject" type="hidden" />
        <input name="message" type="hidden" />
      </form>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 border-b p-4">
        <dt className="text-muted-foreground">To</dt>
        <dd>the visitor</dd>
        <dt className="text-muted-foreground">Reply to</dt>
        <dd className="min-w-0 break-all">{head.replyTo || "–"}</dd>
        <dt className="text-muted-foreground">Subject</dt>
        <dd className="min-w-0 font-medium break-words">{head.subject || "–"}</dd>
      </dl>
      <iframe
        name={`${formId}-preview`}
        title="Preview of the reply"
        sandbox="allow-popups allow-popups-to-escape-sandbox"
        className="block h-96 w-full bg-card"
      />
    </Card>
  );
}
