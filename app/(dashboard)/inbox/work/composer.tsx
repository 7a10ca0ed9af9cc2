import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Mail, SendHorizontal } from "lucide-react";
import { useEffect, useId, useRef, useState } from "react";
import { Button, buttonVariants, PendingButton } from "#components/ui/button";
import { Card } from "#components/ui/card";
import { useTimeZone } from "#components/ui/clock";
import { Label, NativeSelect } from "#components/ui/input";
import { CommandKbd, Kbd } from "#components/ui/kbd";
import { toast } from "#components/ui/toast.ts";
import { usePending } from "#components/ui/use-pending.ts";
import { valuesOfMessage } from "#lib/domain/replies/fill-saved-reply";
import type { InboxMessage } from "#lib/domain/submissions/inbox/inbox-schema";
import { describeFailure, requireValue } from "../action-value";
import { useInboxNavigation } from "../inbox-navigation";
import { replyHref } from "../message/reply-href";
import { SavedReplyTextarea } from "../message/saved-reply-textarea";
import { CURRENT_KEY } from "../query-keys";
import { askWhetherAnswered } from "./ask-whether-answered";
import { colleagueOptions } from "./colleagues";
import { composing, readDraft, saveDraft } from "./drafts";
import { useComposerBeat } from "./use-composer-beat";
import { sendReplyAction, undoReplyAction } from "./work-actions";

type ComposerProps = {
  opened: InboxMessage;
  address: string;
  /** Marks the message as answered by hand, after a reply from an email program. */
  onAnswered: () => void;
};

/** Writes a reply to the visitor. The text is kept until it's sent. */
export default function Composer({ opened, address, onAnswered }: ComposerProps) {
  const { message } = opened;
  const { viewer } = useInboxNavigation();
  const field = useRef<HTMLTextAreaElement>(null);
  const [replyToId, setReplyToId] = useState(viewer.id);
  const send = useSending(opened, address, replyToId);
  const sending = usePending(() => send(field.current?.value.trim() ?? ""));
  const id = useId();
  const timeZone = useTimeZone();
  useComposerBeat(message.id);
  useEffect(() => {
    field.current?.focus();
    field.current?.scrollIntoView({ block: "center" });
  }, []);
  const close = () => composing.set(null);
  return (
    <Card
      role="region"
      aria-label="Reply"
      className="grid gap-3 p-4"
      onKeyDown={(event) => {
        if (event.key === "Escape" && !event.defaultPrevented) close();
        else if (event.key === "Enter" && (event.metaKey || event.ctrlKey)) sending.run();
        else return;
        event.preventDefault();
        event.stopPropagation();
      }}
    >
      <p className="wrap-anywhere">
        To <bdi className="font-medium">{address}</bdi>
        <span className="text-muted-foreground"> · from “{message.formName}”</span>
      </p>
      <SavedReplyTextarea
        ref={field}
        rows={7}
        maxLength={10_000}
        dir="auto"
        aria-label={`Reply to ${address}`}
        defaultValue={readDraft(message.id)}
        values={valuesOfMessage(opened)}
        onInput={({ currentTarget }) => saveDraft(message.id, currentTarget.value)}
      >
        <PendingButton size="sm" isPending={sending.isPending} onClick={sending.run}>
          <SendHorizontal aria-hidden />
          Send
        </PendingButton>
        <span className="hidden items-center gap-1 text-xs text-muted-foreground lg:flex">
          <CommandKbd />
          <Kbd>Enter</Kbd>
        </span>
        <Button variant="ghost" size="sm" onClick={close}>
          Close
        </Button>
      </SavedReplyTextarea>
      <ReplyTo id={id} value={replyToId} onChange={setReplyToId} />
      <p className="flex flex-wrap items-center gap-x-1 text-xs text-muted-foreground">
        What they wrote is quoted below.
        <a
          href={replyHref({
            address,
            formName: message.formName,
            receivedAt: message.receivedAt,
            timeZone,
            sender: opened.sender,
            fields: opened.fields,
            known: opened.known,
          })}
          className={buttonVariants({
            variant: "ghost",
            size: "sm",
            className: "h-7 px-2 text-xs",
          })}
          onClick={() => askWhetherAnswered(address, onAnswered)}
        >
          <Mail aria-hidden />
          Use your email program instead
        </a>
      </p>
    </Card>
  );
}

type ReplyToProps = { id: string; value: string; onChange: (id: string) => void };

/** Selects who gets the visitor's response. Shown if there are several options. */
function ReplyTo({ id, value, onChange }: ReplyToProps) {
  const { data = [] } = useQuery(colleagueOptions());
  const confirmed = data.filter(({ isConfirmed }) => isConfirmed);
  if (confirmed.length < 2) return null;
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Label htmlFor={id} className="font-normal text-muted-foreground">
        Their response goes to
      </Label>
      <NativeSelect
        id={id}
        value={value}
        className="h-8 w-auto"
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      >
        {confirmed.map((colleague) => (
          <option key={colleague.id} value={colleague.id}>
            {colleague.name}
          </option>
        ))}
      </NativeSelect>
    </div>
  );
}

/** Sends a reply, and offers to undo that, which opens the composer again with the text. */
function useSending({ message }: InboxMessage, address: string, replyToMemberId: string) {
  const client = useQueryClient();
  const refresh = () => void client.invalidateQueries({ queryKey: CURRENT_KEY });
  async function send(text: string): Promise<void> {
    if (text === "") return toast("Write something first.");
    try {
      const input = { text, replyToMemberId };
      const reply = await requireValue(() => sendReplyAction(message.id, input));
      saveDraft(message.id, "");
      composing.set(null);
      toast(`Your reply to ${address} leaves in 10 seconds.`, {
        label: "Undo",
        run: () => void undo(reply.id, text),
      });
      refresh();
    } catch (failure) {
      toast(describeFailure(failure));
    }
  }
  async function undo(replyId: string, text: string): Promise<void> {
    try {
      await requireValue(() => undoReplyAction(message.id, replyId));
      saveDraft(message.id, text);
      composing.set(message.id);
    } catch (failure) {
      toast(describeFailure(failure));
    }
    refresh();
  }
  return send;
}
