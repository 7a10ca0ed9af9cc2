"use client";

import { type RefObject, useEffect, useEffectEvent, useState } from "react";

const PREFIX = "draft:";

/**
 * Returns the storage of drafts, which lasts as long as the tab. Null in browsers that block it.
 */
function storage(): Storage | null {
  try {
    return sessionStorage;
  } catch {
    return null;
  }
}

/** Reads the draft under a key. It’s a `T`, because only one form or editor uses each key. */
function readDraft<T>(key: string): T | null {
  return JSON.parse(storage()?.getItem(PREFIX + key) ?? "null") as T | null;
}

/** @param draft - null removes it */
function writeDraft(key: string, draft: unknown): void {
  if (draft === null) storage()?.removeItem(PREFIX + key);
  else storage()?.setItem(PREFIX + key, JSON.stringify(draft));
}

type DraftOptions<T> = {
  draftKey: string;
  /** Null when there are no unsaved changes. */
  draft: T | null;
  restore: (draft: T) => void;
};

/** Keeps unsaved state of an editor when the page is left. @returns what forgets it */
export function useDraft<T>({ draftKey, draft, restore }: DraftOptions<T>): () => void {
  const text = JSON.stringify(draft);
  const restoreFrom = useEffectEvent((key: string) => {
    const stored = readDraft<T>(key);
    if (stored !== null) restore(stored);
  });
  // Must run before the effect below, which removes the draft while nothing has changed yet.
  useEffect(() => restoreFrom(draftKey), [draftKey]);
  useEffect(() => writeDraft(draftKey, JSON.parse(text)), [draftKey, text]);
  return () => writeDraft(draftKey, null);
}

/** Asks before the page is left. */
export function useLeaveWarning(isActive: boolean): void {
  useEffect(() => {
    if (!isActive) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", warn);
    return () => removeEventListener("beforeunload", warn);
  }, [isActive]);
}

type FormDraftOptions = {
  form: RefObject<HTMLFormElement | null>;
  /** Undefined to keep no drafts. */
  draftKey: string | undefined;
  setDirty: (isDirty: boolean) => void;
};

/**
 * Keeps text typed into a form when the page is left before saving. Only changed fields are kept, so
 * the others show values saved since.
 */
export function useFormDraft({ form, draftKey, setDirty }: FormDraftOptions) {
  const [isRestored, setRestored] = useState(false);

  const restoreFrom = useEffectEvent((key: string) => {
    if (!form.current) return;
    // Text typed before hydration. It fired no event here, and it’s newer than the draft.
    const early = findTyped(form.current);
    const draft = readDraft<FieldTexts>(key);
    if (early) writeDraft(key, { ...draft, ...early });
    if (early || draft) setDirty(true);
    if (!draft) return;
    writeTexts(form.current, { ...draft, ...early });
    // Previews listen to the form.
    form.current.dispatchEvent(new Event("input"));
    setRestored(true);
  });
  useEffect(() => {
    if (draftKey !== undefined) restoreFrom(draftKey);
  }, [draftKey]);

  function forget(): void {
    if (draftKey !== undefined) writeDraft(draftKey, null);
    setRestored(false);
  }

  return {
    isRestored,
    save: () => {
      if (draftKey !== undefined && form.current) writeDraft(draftKey, findTyped(form.current));
    },
    forget,
    /** @returns a function that shows the discarded texts again */
    discard: (): (() => void) => {
      const typed = form.current ? findTyped(form.current) : null;
      const hadFocus = form.current?.contains(document.activeElement);
      forget();
      form.current?.reset();
      setDirty(false);
      if (hadFocus)
        form.current?.querySelector<HTMLElement>("input:not([type=hidden]), textarea")?.focus();
      return () => {
        if (!form.current || typed === null) return;
        if (draftKey !== undefined) writeDraft(draftKey, typed);
        writeTexts(form.current, typed);
        form.current.dispatchEvent(new Event("input"));
        setDirty(true);
      };
    },
  };
}

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** Values by field name; for checkboxes, the values of the checked ones. */
type FieldTexts = Readonly<Record<string, readonly string[]>>;

const NEVER_KEPT = new Set(["hidden", "password", "file", "submit", "button", "reset"]);

function fieldsOf(form: HTMLFormElement): Field[] {
  const fields = form.querySelectorAll<Field>("input[name], textarea[name], select[name]");
  return [...fields].filter(({ type }) => !NEVER_KEPT.has(type));
}

/** Returns whether the field differs from the saved value, which a reset would show. */
export function isTyped(field: Field): boolean {
  if (field instanceof HTMLSelectElement) {
    const options = [...field.options];
    const saved = options.find(({ defaultSelected }) => defaultSelected) ?? options[0];
    return field.value !== saved?.value;
  }
  if (field.type === "checkbox" && field instanceof HTMLInputElement)
    return field.checked !== field.defaultChecked;
  return field.value !== field.defaultValue.replaceAll("\r\n", "\n");
}

/** Returns the typed texts that aren’t saved; null if there are none. */
function findTyped(form: HTMLFormElement): FieldTexts | null {
  const data = new FormData(form);
  const names = fieldsOf(form)
    .filter(isTyped)
    .map(({ name }) => name);
  if (names.length === 0) return null;
  return Object.fromEntries(names.map((name) => [name, data.getAll(name).map(String)]));
}

function writeTexts(form: HTMLFormElement, texts: FieldTexts): void {
  for (const field of fieldsOf(form)) {
    const values = texts[field.name];
    if (!values) continue;
    if (field instanceof HTMLInputElement && field.type === "checkbox")
      field.checked = values.includes(field.value);
    else if (values[0] !== undefined && isOffered(field, values[0])) field.value = values[0];
  }
}

/**
 * Returns whether a value can still be selected. An option may have been removed, such as a
 * recipient.
 */
function isOffered(field: Field, value: string): boolean {
  if (!(field instanceof HTMLSelectElement)) return true;
  return [...field.options].some((option) => option.value === value);
}
