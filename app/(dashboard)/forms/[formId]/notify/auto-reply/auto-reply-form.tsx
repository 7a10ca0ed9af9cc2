"use client";

import Link from "next/link";
import { useRef, useState } from "react";
import { SelectField, SwitchField, TextareaField, TextField } from "#components/form/fields";
import { FormCard } from "#components/form/form-card";
import { PreviewFrames } from "#components/form/preview-frames";
import { useTyping } from "#components/form/use-typing.ts";
import { Card, CardContent } from "#components/ui/card";
import type { Autoresponder, IncludeAnswers } from "#lib/domain/emails/auto-reply/schema";
import type { Recipient } from "#lib/domain/recipients/schema";
import { saveAutoReplyAction } from "./actions";

type AutoReplyFormProps = {
  formId: string;
  saved: Autoresponder | null;
  /** The confirmed recipients, and the saved one. */
  recipients: readonly Recipient[];
  /** The reason it can’t be turned on; null if it can. */
  blocked: string | null;
  /** Whether the form has fields whose values are repeated without a confirmation. */
  hasChoices: boolean;
  /** Whether visitors confirm their messages. */
  isConfirmed: boolean;
};

type ShownFormProps = AutoReplyFormProps & {
  /** The currently selected option. */
  included: string;
};

function AutoReplyForm({ formId, saved, recipients, blocked, ...form }: ShownFormProps) {
  const isOn = saved?.enabled ?? false;
  const isKnown = recipients.some(({ id }) => id === saved?.replyRecipientId);
  const isRemoved = saved !== null && !isKnown && recipients.length > 0;
  return (
    <FormCard
      action={saveAutoReplyAction.bind(null, formId)}
      draftKey={`auto-reply-${formId}`}
      revision={saved?.revision ?? ""}
      saveLabel="Save auto-reply"
    >
      <CardContent className="grid gap-5">
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
          // Turning it off is always possible.
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
          hint="Up to 3,000 characters."
          defaultValue={
            saved?.message ??
            "Hello,\n\nThank you for your message. We’ll reply within two business days."
          }
          required
        />
        <IncludeField formId={formId} saved={saved?.includeAnswers ?? "none"} {...form} />
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
          defaultValue={isKnown ? saved?.replyRecipientId : saved ? "" : (recipients[0]?.id ?? "")}
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
    </FormCard>
  );
}

type IncludeFieldProps = Pick<
  ShownFormProps,
  "formId" | "hasChoices" | "isConfirmed" | "included"
> & { saved: IncludeAnswers };

/**
 * A field for the parts of the message that the reply repeats, with the reason that it may repeat
 * less.
 */
function IncludeField({ formId, saved, included, hasChoices, isConfirmed }: IncludeFieldProps) {
  return (
    <SelectField
      name="includeAnswers"
      label="Repeat what they sent"
      hint={
        included === "all" && !isConfirmed ? (
          <span className="font-medium text-warning">
            Text is left out until visitors confirm their address, so no one can misuse it. Turn on
            double opt-in first.
          </span>
        ) : included === "choices" && !hasChoices ? (
          <span className="font-medium text-warning">
            The form has no fields of this kind yet.{" "}
            <Link href={`/forms/${formId}/form`} className="link">
              Add one
            </Link>
          </span>
        ) : (
          "Below your message. Files are never included."
        )
      }
      defaultValue={saved}
    >
      <option value="none">Nothing</option>
      <option value="choices">Selected options, numbers, and dates</option>
      <option value="all">Everything, with text</option>
    </SelectField>
  );
}

export function AutoReplyEditor(props: AutoReplyFormProps) {
  const box = useRef<HTMLDivElement>(null);
  const [typed, setTyped] = useState({
    subject: "",
    message: "",
    replyRecipientId: "",
    includeAnswers: "",
  });
  useTyping(box, (data) => {
    const textOf = (name: string) => String(data.get(name) ?? "");
    setTyped({
      subject: textOf("subject"),
      message: textOf("message"),
      replyRecipientId: textOf("replyRecipientId"),
      includeAnswers: textOf("includeAnswers"),
    });
  });
  const { subject, message, includeAnswers } = typed;
  const replyTo = props.recipients.find(({ id }) => id === typed.replyRecipientId);
  return (
    <div className="grid items-start gap-6 lg:grid-cols-2">
      <div ref={box}>
        <AutoReplyForm {...props} included={includeAnswers} />
      </div>
      <div className="grid gap-2 lg:sticky lg:top-14">
        <h2 className="font-semibold">Preview</h2>
        <Card className="overflow-hidden">
          <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 border-b p-4">
            <dt className="text-muted-foreground">To</dt>
            <dd>the visitor</dd>
            <dt className="text-muted-foreground">Reply-to</dt>
            <dd className="min-w-0 break-all">{replyTo?.email ?? "–"}</dd>
            <dt className="text-muted-foreground">Subject</dt>
            <dd className="min-w-0 font-medium break-words">{subject.trim() || "–"}</dd>
          </dl>
          <PreviewFrames
            action={`/forms/${props.formId}/notify/auto-reply/preview`}
            values={{ subject, message, includeAnswers }}
            title="Auto-reply preview"
            className="h-96"
            frameClassName="size-full"
          />
        </Card>
      </div>
    </div>
  );
}
