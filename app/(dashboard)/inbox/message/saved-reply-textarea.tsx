import { useQuery } from "@tanstack/react-query";
import { MessageSquareText } from "lucide-react";
import {
  type ComponentProps,
  type MouseEvent,
  type ReactNode,
  type Ref,
  useId,
  useImperativeHandle,
  useRef,
} from "react";
import { Button } from "#components/ui/button";
import { Textarea } from "#components/ui/input";
import { Kbd } from "#components/ui/kbd";
import { countOf } from "#lib/core/count";
import { fillSavedReply, type SavedReplyValues } from "#lib/domain/replies/fill-saved-reply";
import type { SavedReply } from "#lib/domain/replies/saved-reply-schema";
import { savedReplyOptions } from "./saved-reply-options";
import { useSavedReplyPicker } from "./use-saved-reply-picker";

type SavedReplyTextareaProps = ComponentProps<"textarea"> & {
  ref?: Ref<HTMLTextAreaElement>;
  /** The values of the placeholders: `valuesOfMessage` of the open message. */
  values: SavedReplyValues;
  /** Shown next to the button below the field. */
  children?: ReactNode;
};

/**
 * A field for a reply. `/` at the start of a line opens a list of the saved replies, and so does the button; text typed
 * next searches it. A selected reply replaces the typed text. This can be undone like typing.
 */
export function SavedReplyTextarea({ ref, values, children, ...props }: SavedReplyTextareaProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  useImperativeHandle(ref, () => field.current as HTMLTextAreaElement);
  const { data: savedReplies, isError } = useQuery(savedReplyOptions());
  const fill = ({ text }: SavedReply) => fillSavedReply(text, values);
  const picker = useSavedReplyPicker({ field, savedReplies: savedReplies ?? [], fill });
  const listId = useId();
  const optionId = (index: number) => `${listId}-${index}`;
  const isListed = picker.isOpen && picker.shown.length > 0;
  return (
    <div className="relative grid gap-2">
      {picker.isOpen ? (
        // biome-ignore lint/a11y/noStaticElementInteractions: a press beside an option does nothing
        <div
          onMouseDown={keepFocus}
          className="absolute inset-x-0 bottom-full z-30 mb-1 max-h-64 overflow-y-auto overscroll-contain rounded-md border bg-popover p-1 text-popover-foreground shadow-pop"
        >
          {isListed ? (
            <Options id={listId} optionId={optionId} picker={picker} />
          ) : (
            <Nothing
              isLoaded={savedReplies !== undefined}
              isError={isError}
              hasAny={(savedReplies?.length ?? 0) > 0}
            />
          )}
        </div>
      ) : null}
      <Textarea
        {...props}
        ref={field}
        aria-autocomplete="list"
        aria-haspopup="listbox"
        aria-controls={isListed ? listId : undefined}
        aria-activedescendant={isListed ? optionId(picker.active) : undefined}
        onInput={(event) => {
          props.onInput?.(event);
          picker.read();
        }}
        onSelect={(event) => {
          props.onSelect?.(event);
          picker.read();
        }}
        onKeyDown={(event) => {
          picker.onKeyDown(event);
          if (!event.defaultPrevented) props.onKeyDown?.(event);
        }}
        onBlur={(event) => {
          props.onBlur?.(event);
          picker.close();
        }}
      />
      <p role="status" className="sr-only">
        {isListed
          ? `${countOf(picker.shown.length, "saved reply", "saved replies")}. Use the arrow keys and Enter.`
          : ""}
      </p>
      <div className="flex flex-wrap items-center gap-2">
        {children}
        <Button
          variant="ghost"
          size="sm"
          aria-haspopup="listbox"
          aria-expanded={picker.isOpen}
          onMouseDown={keepFocus}
          onClick={picker.ask}
        >
          <MessageSquareText aria-hidden />
          Saved replies
          <Kbd aria-hidden>/</Kbd>
        </Button>
      </div>
    </div>
  );
}

/** Keeps the focus, and with it the caret, in the field when something in the list is pressed. */
function keepFocus(event: MouseEvent): void {
  event.preventDefault();
}

type OptionsProps = {
  id: string;
  optionId: (index: number) => string;
  picker: ReturnType<typeof useSavedReplyPicker>;
};

function Options({ id, optionId, picker }: OptionsProps) {
  return (
    <div role="listbox" id={id} aria-label="Saved replies">
      {picker.shown.map((savedReply, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the focus and its keys
        <div
          key={savedReply.id}
          id={optionId(index)}
          role="option"
          tabIndex={-1}
          aria-selected={index === picker.active}
          ref={(element) => {
            if (index === picker.active) element?.scrollIntoView({ block: "nearest" });
          }}
          onClick={() => picker.pick(savedReply)}
          className="grid cursor-pointer rounded-md px-3 py-1.5 select-none hover:bg-accent aria-selected:bg-accent aria-selected:text-accent-foreground"
        >
          <bdi className="truncate font-medium">{savedReply.name}</bdi>
          <bdi className="truncate text-xs text-muted-foreground">{savedReply.text}</bdi>
        </div>
      ))}
    </div>
  );
}

type NothingProps = { isLoaded: boolean; isError: boolean; hasAny: boolean };

/** Shows why the list is empty. */
function Nothing({ isLoaded, isError, hasAny }: NothingProps) {
  return (
    <p role="status" className="px-3 py-2 text-muted-foreground">
      {hasAny ? (
        "No saved reply has these words."
      ) : isLoaded ? (
        <>
          No saved replies yet.{" "}
          <a href="/settings/saved-replies" target="_blank" rel="noreferrer" className="link">
            Add one in the settings
          </a>
        </>
      ) : isError ? (
        "Couldn’t load the saved replies. Check your connection."
      ) : (
        "Loading…"
      )}
    </p>
  );
}
