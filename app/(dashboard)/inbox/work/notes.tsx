import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "#components/ui/button";
import { MomentOf } from "#components/ui/relative-time";
import { useStore } from "#components/ui/store.ts";
import type { InboxMessage } from "#lib/domain/submissions/inbox/inbox-schema";
import type { Note } from "#lib/domain/submissions/notes/note-schema";
import { requireValue } from "../action-value";
import { useInboxNavigation } from "../inbox-navigation";
import { CURRENT_KEY } from "../query-keys";
import { addNote } from "./add-notes";
import { deleteNote, heldNotes } from "./delete-note";
import { NoteForm } from "./note-form";
import { NOTE_ID } from "./note-id";
import { updateNoteAction } from "./work-actions";

type NotesProps = { opened: InboxMessage };

/** Shows colleagues' notes about a message, and a field for another one. */
export function Notes({ opened: { message, notes } }: NotesProps) {
  const client = useQueryClient();
  const held = useStore(heldNotes);
  const shown = notes.filter(({ id }) => !held.includes(id));
  return (
    <div className="grid gap-3">
      {shown.length > 0 ? (
        <ul className="grid gap-3">
          {shown.map((note) => (
            <li
              key={note.id}
              className="grid gap-1 rounded-md border bg-card px-4 py-3 shadow-card"
            >
              <NoteItem submissionId={message.id} note={note} />
            </li>
          ))}
        </ul>
      ) : null}
      <NoteForm
        key={notes.length}
        label="Add a note"
        button="Add note"
        fieldId={NOTE_ID}
        save={(text) => addNote(client, message.id, text)}
      />
    </div>
  );
}

type NoteItemProps = { submissionId: string; note: Note };

function NoteItem({ submissionId, note }: NoteItemProps) {
  const client = useQueryClient();
  const { viewer } = useInboxNavigation();
  const [isEditing, setEditing] = useState(false);
  const { author } = note;
  const isOwn = "id" in author && author.id === viewer.id;
  if (isEditing)
    return (
      <NoteForm
        label="Edit the note"
        button="Save"
        text={note.text}
        onCancel={() => setEditing(false)}
        save={async (text) => {
          await requireValue(() => updateNoteAction(submissionId, note.id, { text }));
          await client.invalidateQueries({ queryKey: CURRENT_KEY });
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
              onClick={() => deleteNote(client, submissionId, note)}
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
