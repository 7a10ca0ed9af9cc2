import { useQuery } from "@tanstack/react-query";
import { type ReactNode, type RefObject, useId, useRef } from "react";
import { Button, PendingButton } from "#components/ui/button";
import { Label, NativeSelect, Textarea } from "#components/ui/input";
import { toast } from "#components/ui/toast.ts";
import { usePending } from "#components/ui/use-pending.ts";
import { describeFailure } from "../action-value";
import { useInboxNavigation } from "../inbox-navigation";
import { colleagueOptions } from "./colleagues";

type NoteFormProps = {
  label: string;
  button: string;
  text?: string;
  fieldId?: string;
  save: (text: string) => Promise<void>;
  onCancel?: () => void;
};

export function NoteForm({ label, button, text = "", fieldId, save, onCancel }: NoteFormProps) {
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
    <NoteField fieldRef={field} id={fieldId} label={label} text={text} onEnter={run}>
      <PendingButton variant="outline" size="sm" isPending={isPending} onClick={run}>
        {button}
      </PendingButton>
      {onCancel ? (
        <Button variant="ghost" size="sm" onClick={onCancel}>
          Cancel
        </Button>
      ) : null}
    </NoteField>
  );
}

type NoteFieldProps = {
  fieldRef: RefObject<HTMLTextAreaElement | null>;
  label: string;
  text: string;
  id?: string | undefined;
  rows?: number;
  /** Ctrl+Enter, or ⌘ Enter on a Mac. */
  onEnter: () => void;
  onInput?: (text: string) => void;
  /** Buttons before the list of colleagues. */
  children?: ReactNode;
};

export function NoteField(props: NoteFieldProps) {
  const { fieldRef, label, text, id: givenId, rows = 2, onEnter, onInput, children } = props;
  const ownId = useId();
  const id = givenId ?? ownId;
  return (
    <div className="grid gap-2">
      <Label htmlFor={id} className="sr-only">
        {label}
      </Label>
      <Textarea
        ref={fieldRef}
        id={id}
        rows={rows}
        maxLength={5_000}
        dir="auto"
        defaultValue={text}
        placeholder="Only your team sees notes."
        onInput={({ currentTarget }) => onInput?.(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === "Escape") event.currentTarget.blur();
          else if (event.key === "Enter" && (event.metaKey || event.ctrlKey)) onEnter();
          else return;
          event.preventDefault();
        }}
      />
      <div className="flex flex-wrap items-center gap-2">
        {children}
        <Mention
          onPick={(name) => {
            insert(fieldRef.current, `@${name} `);
            onInput?.(fieldRef.current?.value ?? "");
          }}
        />
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

/** Inserts a colleague's name, who then gets an email. */
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
