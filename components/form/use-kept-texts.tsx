"use client";

import { type RefObject, useEffect, useEffectEvent, useRef, useState } from "react";
import {
  type FieldTexts,
  findTyped,
  isTexts,
  putTexts,
  readServedTexts,
  readTexts,
} from "#components/form/field-texts";
import { keep, readKept } from "#components/form/kept";

type KeptTexts = {
  form: RefObject<HTMLFormElement | null>;
  /** Under which name it is kept; undefined keeps nothing. */
  name: string | undefined;
  isDirty: boolean;
  setDirty: (isDirty: boolean) => void;
};

/**
 * Keeps what is typed into a form, field by field, when its page is left before it is saved, and puts
 * it back into what is saved by then.
 */
export function useKeptTexts({ form, name, isDirty, setDirty }: KeptTexts) {
  const shown = useRef<FieldTexts>({});
  const [isBack, setBack] = useState(false);

  // As long as nothing is typed: what is saved elsewhere may change what is shown.
  useEffect(() => {
    if (form.current && !isDirty) shown.current = readTexts(form.current);
  });

  const putBack = useEffectEvent((from: string) => {
    if (!form.current) return;
    const served = readServedTexts(form.current);
    // Typed before the page's scripts loaded: it fired no event here, and it's newer than the draft.
    const early = findTyped(readTexts(form.current), served);
    const draft = readKept(from);
    if (early) {
      shown.current = served;
      keep(from, { ...(isTexts(draft) ? draft : {}), ...early });
      setDirty(true);
    }
    if (!isTexts(draft)) return;
    putTexts(form.current, { ...draft, ...early });
    // Whoever watches the form shall see it.
    form.current.dispatchEvent(new Event("input"));
    setDirty(true);
    setBack(true);
  });
  useEffect(() => {
    if (name !== undefined) putBack(name);
  }, [name]);

  function forget(): void {
    if (name !== undefined) keep(name, null);
    setBack(false);
  }

  return {
    /** Whether something stands in the fields that was typed before the page was left. */
    isBack,
    keepTyped: () => {
      if (name === undefined || !form.current) return;
      keep(name, findTyped(readTexts(form.current), shown.current));
    },
    forget,
    discard: () => {
      forget();
      form.current?.reset();
      setDirty(false);
      form.current?.querySelector<HTMLElement>("input:not([type=hidden]), textarea")?.focus();
    },
  };
}
