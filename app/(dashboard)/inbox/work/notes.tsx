import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useId, useRef, useState } from "react";
import { Button, PendingButton } from "#components/ui/button";
import { Label, NativeSelect, Textarea } from "#components/ui/input";
import { MomentOf } from "#components/ui/relative-time";
import { toast } from "#components/ui/toast.ts";
import { usePending } from "#components/ui/use-pending.ts";
import type { InboxMessage } from "#lib/domain/submissions/inbox/inbox-schema";
import type { Note } from "#lib/domain/submissions/notes/note-schema";
import { describeFailure, requireValue } from "../action-value";
import { useInboxNavigation } from "../inbox-navigation";
import { CURRENT } from "../query-keys";
import { colleagueOptions } from "./colleagues";
import { NOTE_ID } from "./note-id";
import { createNoteAction, deleteNoteAction, updateNoteAction } from "./work-actions";

type NotesProps = { opened: InboxMessage };

/** What colleagues wrote about a message, and a field for one more note. */
export function Notes({ opened: { message, notes } }: NotesProps) {
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: CURRENT });
  return (
    <div className="grid gap-3">
      {notes.length > 0 ? (
        <ul className="grid gap-3">
          {notes.map((note) => (
            <li
              key={note.id}
              className="grid gap-1 rounded-md border bg-card px-4 py-3 shadow-card"
            >
              <NoteItem submissionId={message.id} note={note} refresh={refresh} />
            </li>
          ))}
        </ul>
      ) : null}
      <NoteForm
        key={notes.length}
        label="Add a note"
        button="Add note"
        fieldId={NOTE_ID}
        save={async (text) => {
          await requireValue(() => createNoteAction(message.id, { text }));
          await refresh();
        }}
      />
    </div>
  );
}

type NoteItemProps = { submissionId: string; note: Note; refresh: () => Promise<void> };

function NoteItem({ submissionId, note, refresh }: NoteItemProps) {
  const { viewer } = useInboxNavigation();
  const [isEditing, setEditing] = useState(false);
  const { author } = note;
  const isOwn = "id" in author && author.id === viewer.id;
  const remove = usePending(async () => {
    try {
      await requireValue(() => deleteNoteAction(submissionId, note.id));
      await refresh();
    } catch (failure) {
      toast(describeFailure(failure));
    }
  });
  if (isEditing)
    return (
      <NoteForm
        label="Edit the note"
        button="Save"
        text={note.text}
        onCancel={() => setEditing(false)}
        save={async (text) => {
          await requireValue(() => updateNoteAction(submissionId, note.id, { text }));
          await refresh();
          setEditing(false);
        }}
      />
    );
  return (
    <>
      <p className="flex flex-wrap items-baseline gap-x-2 text-xs text-muted-foreground">
        <bdi className="font-medium text-foreground">
          {"id" in author ? author.name : author.token}
        </bdi>
        <MomentOf at={note.createdAt} />
        {note.updatedAt > note.createdAt ? <span>edited</span> : null}
        {isOwn || viewer.isOwner ? (
          <span className="ml-auto flex gap-1">
            {isOwn ? (
              <Button
                variant="ghost"
                size="sm"
                className="h-6 px-2"
                onClick={() => setEditing(true)}
              >
                Edit<span className="sr-only"> note</span>
              </Button>
            ) : null}
            <Button
              variant="ghost"
              size="sm"
              className="h-6 px-2"
              aria-disabled={remove.isPending || undefined}
              onClick={remove.run}
            >
              Delete<span className="sr-only"> note</span>
            </Button>
          </span>
        ) : null}
      </p>
      <p dir="auto" className="whitespace-pre-wrap wrap-anywhere">
        {note.text}
      </p>
    </>
  );
}

type NoteFormProps = {
  label: string;
  button: string;
  text?: string;
  fieldId?: string;
  save: (text: string) => Promise<void>;
  onCancel?: () => void;
};

function NoteForm({ label, button, text = "", fieldId, save, onCancel }: NoteFormProps) {
  const ownId = useId();
  const id = fieldId ?? ownId;
  const field = useRef<HTMLTextAreaElement>(null);
  const { run, isPending } = usePending(async () => {
    const written = field.current?.value.trim() ?? "";
    if (written === "") return toast("Write something first.");
    try {
      await save(written);
    } catch (failure) {
      toast(describeFailure(failure));
    }
  });
  return (
    <div className="grid gap-2">
      <Label htmlFor={id} className="sr-only">
        {label}
      </Label>
      <Textarea
        ref={field}
        id={id}
        rows={2}
        maxLength={5_000}
        dir="auto"
        defaultValue={text}
        placeholder="Only your team sees notes."
        onKeyDown={(event) => {
          if (event.key === "Escape") event.currentTarget.blur();
          else if (event.key === "Enter" && (event.metaKey || event.ctrlKey)) void run();
          else return;
          event.preventDefault();
        }}
      />
      <div className="flex flex-wrap items-center gap-2">
        <PendingButton variant="outline" size="sm" isPending={isPending} onClick={run}>
          {button}
        </PendingButton>
        {onCancel ? (
          <Button variant="ghost" size="sm" onClick={onCancel}>
            Cancel
          </Button>
        ) : null}
        <Mention onPick={(name) => insert(field.current, `@${name} `)} />
      </div>
    </div>
  );
}

function insert(field: HTMLTextAreaElement | null, text: string): void {
  if (!field) return;
  const { selectionStart, selectionEnd } = field;
  field.setRangeText(text, selectionStart, selectionEnd, "end");
  field.focus();
}

/** Names a colleague, who gets an email. */
function Mention({ onPick }: { onPick: (name: string) => void }) {
  const { viewer } = useInboxNavigation();
  const { data = [] } = useQuery(colleagueOptions());
  const others = data.filter(({ id }) => id !== viewer.id);
  if (others.length === 0) return null;
  return (
    <NativeSelect
      aria-label="Mention a colleague"
      value=""
      className="h-8 w-auto"
      onChange={({ currentTarget }) => onPick(currentTarget.value)}
    >
      <option value="">Mention…</option>
      {others.map(({ id, name }) => (
        <option key={id} value={name}>
          {name}
        </option>
      ))}
    </NativeSelect>
  );
}
