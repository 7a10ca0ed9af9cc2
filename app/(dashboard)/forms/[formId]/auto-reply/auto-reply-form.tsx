"use client";

import { useEffect, useRef, useState } from "react";
import { ActionForm, RevisionField, SubmitButton } from "#components/form/action-form";
import { SelectField, SwitchField, TextareaField, TextField } from "#components/form/fields";
import { FormMessage } from "#components/form/form-message";
import { Card, CardContent, CardFooter } from "#components/ui/card";
import type { Autoresponder } from "#lib/autoresponder/schema";
import type { Recipient } from "#lib/recipients/schema";
import { saveAutoReplyAction } from "./actions";

const EDITOR_ID = "auto-reply";

type AutoReplyFormProps = {
  formId: string;
  saved: Autoresponder | null;
  /** Confirmed recipients, and the saved one. */
  recipients: readonly Recipient[];
  /** The reason it can’t be turned on; null if it can. */
  blocked: string | null;
};

export function AutoReplyForm({ formId, saved, recipients, blocked }: AutoReplyFormProps) {
  const isOn = saved?.enabled ?? false;
  const isKnown = recipients.some(({ id }) => id === saved?.replyRecipientId);
  const isRemoved = saved !== null && !isKnown && recipients.length > 0;
  return (
    <ActionForm
      id={EDITOR_ID}
      action={saveAutoReplyAction.bind(null, formId)}
      draftKey={`auto-reply-${formId}`}
      resetWhenDone
    >
      <RevisionField revision={saved?.revision ?? ""} />
      <Card>
        <CardContent className="grid gap-5">
          <FormMessage />
          <SwitchField
            name="enabled"
            label="Reply to visitors automatically"
            hint={
              blocked ? (
                <span className="font-medium text-warning">
                  {isOn ? `No replies are sent. ${blocked}` : blocked}
                </span>
              ) : (
                "Sent at most once a day to visitors who opt in."
              )
            }
            defaultChecked={isOn}
            // It can always be turned off.
            disabled={blocked !== null && !isOn}
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
            hint="Up to 3,000 characters. Visitor input is never included, so no one can misuse it."
            defaultValue={
              saved?.message ??
              "Hello,\n\nThank you for your message. We’ll reply within two business days."
            }
            required
          />
          <SelectField
            name="replyRecipientId"
            label="Reply-to address"
            hint={
              isRemoved ? (
                <span className="font-medium text-warning">
                  The previous address was removed. Select where visitors’ replies go.
                </span>
              ) : (
                "Where visitors’ replies go. Must be a confirmed recipient."
              )
            }
            defaultValue={
              isKnown ? saved?.replyRecipientId : saved ? "" : (recipients[0]?.id ?? "")
            }
            required
          >
            {isRemoved ? <option value="">Select an address</option> : null}
            {recipients.length === 0 ? <option value="">No confirmed recipients yet</option> : null}
            {recipients.map(({ id, email }) => (
              <option key={id} value={id}>
                {email}
              </option>
            ))}
          </SelectField>
        </CardContent>
        <CardFooter>
          <SubmitButton>Save auto-reply</SubmitButton>
        </CardFooter>
      </Card>
    </ActionForm>
  );
}

const PAUSE_MS = 300;

/** Shows the reply while it’s being written, in a sandboxed frame. */
export function ReplyPreview({
  formId,
  recipients,
}: Pick<AutoReplyFormProps, "formId" | "recipients">) {
  const draft = useRef<HTMLFormElement>(null);
  const [head, setHead] = useState({ subject: "", replyTo: "" });

  useEffect(() => {
    const editor = document.getElementById(EDITOR_ID);
    if (!(editor instanceof HTMLFormElement)) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const show = () => {
      const typed = new FormData(editor);
      const textOf = (name: string) => String(typed.get(name) ?? "");
      setHead({
        subject: textOf("subject").trim(),
        replyTo: recipients.find(({ id }) => id === textOf("replyRecipientId"))?.email ?? "",
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
  }, [recipients]);

  return (
    <Card className="overflow-hidden">
      <form
        ref={draft}
        action={`/forms/${formId}/auto-reply/preview`}
        method="post"
        target="reply-preview"
        hidden
      >
        <input name="subject" type="hidden" />
        <input name="message" type="hidden" />
      </form>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 border-b p-4">
        <dt className="text-muted-foreground">To</dt>
        <dd>the visitor</dd>
        <dt className="text-muted-foreground">Reply-to</dt>
        <dd className="min-w-0 break-all">{head.replyTo || "–"}</dd>
        <dt className="text-muted-foreground">Subject</dt>
        <dd className="min-w-0 font-medium break-words">{head.subject || "–"}</dd>
      </dl>
      <iframe
        name="reply-preview"
        title="Auto-reply preview"
        sandbox="allow-popups allow-popups-to-escape-sandbox"
        className="block h-96 w-full bg-card"
      />
    </Card>
  );
}
