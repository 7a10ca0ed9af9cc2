import { type KeyboardEvent, type RefObject, useState } from "react";
import type { SavedReply } from "#lib/domain/replies/saved-reply-schema";
import { findSlash, findTyped, type SearchedPart, searchSavedReplies } from "./saved-reply-search";

type OpenList = SearchedPart & {
  /** True if the button opened it, not a slash. */
  isAsked: boolean;
  /** The index of the option that Enter selects. */
  active: number;
};

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/** Replaces a part of a field. As typing does it, so that the browser can undo it. */
function replaceText(field: HTMLTextAreaElement, { start, end }: SearchedPart, text: string) {
  field.focus();
  field.setSelectionRange(start, end);
  if (document.execCommand("insertText", false, text)) return;
  field.setRangeText(text, start, end, "end");
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

type PickerOptions = {
  field: RefObject<HTMLTextAreaElement | null>;
  savedReplies: readonly SavedReply[];
  /** The text that a picked reply inserts. */
  fill: (savedReply: SavedReply) => string;
};

/** The list of saved replies that `/` at the start of a line or a button opens: its state and its keys. */
export function useSavedReplyPicker({ field, savedReplies, fill }: PickerOptions) {
  const [list, setList] = useState<OpenList | null>(null);
  /** The position of a slash whose list was closed with Escape. */
  const [closedAt, setClosedAt] = useState<number | null>(null);
  const shown = list ? searchSavedReplies(savedReplies, list.search) : [];
  const isOpen = list !== null && (list.isAsked || shown.length > 0);

  /** Updates the list by the text and the caret. */
  function read(): void {
    const { value = "", selectionStart = 0, selectionEnd = 0 } = field.current ?? {};
    const isAsked = list?.isAsked === true;
    const part = isAsked
      ? findTyped(value, list.start, selectionEnd)
      : findSlash(value, selectionEnd);
    if (part === null) setClosedAt(null);
    if (part === null || selectionStart !== selectionEnd || part.start === closedAt) setList(null);
    else {
      const active = part.search === list?.search ? list.active : 0;
      setList({ ...part, isAsked, active });
    }
  }

  function ask(): void {
    field.current?.focus();
    const { selectionStart: start = 0, selectionEnd: end = 0 } = field.current ?? {};
    setList(isOpen ? null : { start, end, search: "", isAsked: true, active: 0 });
  }

  function pick(savedReply: SavedReply): void {
    if (field.current && list) replaceText(field.current, list, fill(savedReply));
    setList(null);
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (!isOpen || event.nativeEvent.isComposing) return;
    const step = STEPS[event.key];
    const picked = event.key === "Enter" ? shown[list.active] : undefined;
    const isPlain = !(event.ctrlKey || event.metaKey || event.altKey || event.shiftKey);
    if (!isPlain) return;
    if (step !== undefined && shown.length > 0)
      setList({ ...list, active: (list.active + step + shown.length) % shown.length });
    else if (picked) pick(picked);
    else if (event.key === "Escape") {
      setClosedAt(list.isAsked ? null : list.start);
      setList(null);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  const close = () => setList(null);
  const active = list?.active ?? 0;
  return { isOpen, shown, active, search: list?.search ?? "", read, ask, pick, close, onKeyDown };
}
