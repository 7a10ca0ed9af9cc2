"use client";

import { useEffect, useRef, useState } from "react";
import { ActionForm, RevisionField, SubmitButton } from "#components/form/action-form";
import type { FormAction } from "#components/form/action-result";
import { SelectField, SwitchField, TextareaField, TextField } from "#components/form/fields";
import { FormMessage } from "#components/form/form-message";
import { Card, CardContent, CardFooter } from "#components/ui/card";
import type { Autoresponder } from "#lib/autoresponder/schema";

type AutoReplyFormProps = {
  id: string;
  draftKey: string;
  saved: Autoresponder | null;
  /** Verified recipients, and the saved one. */
  addresses: readonly { id: string; email: string }[];
  action: FormAction;
};

export function AutoReplyForm({ id, draftKey, saved, addresses, action }: AutoReplyFormProps) {
  return (
    <ActionForm id={id} action={action} draftKey={draftKey} resetWhenDone>
      <RevisionField revision={saved?.revision ?? ""} />
      <Card>
        <CardContent className="grid gap-5">
          <FormMessage />
          <SwitchField
            name="enabled"
            label="Reply to visitors automatically"
            hint="Only visitors who opt in, at most once a day each."
            defaultChecked={saved?.enabled ?? false}
          />
          <TextField
            name="subject"
            label="Subject"
            defaultValue={saved?.subject ?? "Thank you for your message"}
            required
          />
          <TextareaField
            name="message"
            label="Message"
            rows={9}
            hint="Up to 3,000 characters. Nothing the visitor typed is included, to stop others sending email in your name."
            defaultValue={
              saved?.message ??
              "Hello,\n\nThank you for your message. We’ll reply within two business days."
            }
            required
          />
          <SelectField
            name="replyRecipientId"
            label="Reply-to address"
            hint="Where visitors’ replies go. Must be a verified recipient."
            defaultValue={saved?.replyRecipientId ?? addresses[0]?.id ?? ""}
          >
            {addresses.map((address) => (
              <option key={address.id} value={address.id}>
                {address.email}
              </option>
            ))}
          </SelectField>
        </CardContent>
        <CardFooter>
          <SubmitButton>Save reply</SubmitButton>
        </CardFooter>
      </Card>
    </ActionForm>
  );
}

const PAUSE_MS = 300;

type ReplyPreviewProps = {
  /** Renders a posted draft as an email, for the frame. */
  path: string;
  /** The id of the form to watch, with the fields `subject`, `message`, and `replyRecipientId`. */
  formId: string;
  /** Addresses by recipient ID. */
  addresses: Readonly<Record<string, string>>;
};

type Head = { subject: string; replyTo: string };

/** Shows the reply while it’s being written, in a sandboxed frame. */
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
    const showSoon = () => {
      clearTimeout(timer);
      timer = setTimeout(show, PAUSE_MS);
    };
    show();
    editor.addEventListener("input", showSoon);
    // A reset takes effect after its event.
    editor.addEventListener("reset", showSoon);
    return () => {
      clearTimeout(timer);
      editor.removeEventListener("input", showSoon);
      editor.removeEventListener("reset", showSoon);
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
        title="Auto-reply preview"
        sandbox="allow-popups allow-popups-to-escape-sandbox"
        className="block h-96 w-full bg-card"
      />
    </Card>
  );
}
