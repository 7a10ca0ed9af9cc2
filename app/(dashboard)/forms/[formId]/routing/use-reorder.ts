"use client";

import { type PointerEvent, useEffect, useRef, useState } from "react";

export type MoveControl = "handle" | "up" | "down";

type Reorder = {
  /** In order. */
  ids: readonly string[];
  move: (id: string, to: number) => void;
};

/**
 * Reorders the rows of a list by dragging a handle or by keys. The list element gets `list`, its
 * rows have their ID as `data-row`, and their controls have their name as `data-move`.
 */
export function useReorder({ ids, move }: Reorder) {
  const list = useRef<HTMLOListElement>(null);
  const [dragged, setDragged] = useState<{ id: string; from: number } | null>(null);
  const [keptFocus, setKeptFocus] = useState<{ id: string; control: MoveControl } | null>(null);
  const current = useRef({ ids, move });

  useEffect(() => {
    current.current = { ids, move };
  });

  // Moving a row drops the focus: return it to the control.
  useEffect(() => {
    if (!keptFocus) return;
    const { id, control } = keptFocus;
    const row = list.current?.querySelector(`[data-row="${id}"]`);
    row?.querySelector<HTMLElement>(`[data-move="${control}"]`)?.focus();
  }, [keptFocus]);

  useEffect(() => {
    if (!dragged) return;
    const { id, from } = dragged;
    const follow = (event: globalThis.PointerEvent) => {
      const at = current.current.ids.indexOf(id);
      const middleOf = (index: number) => {
        const other = current.current.ids[index];
        const box = list.current?.querySelector(`[data-row="${other}"]`)?.getBoundingClientRect();
        return box ? box.top + box.height / 2 : Number.NaN;
      };
      if (event.clientY < middleOf(at - 1)) current.current.move(id, at - 1);
      else if (event.clientY > middleOf(at + 1)) current.current.move(id, at + 1);
    };
    const drop = () => setDragged(null);
    const cancel = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      current.current.move(id, from);
      setDragged(null);
    };
    addEventListener("pointermove", follow);
    addEventListener("pointerup", drop);
    addEventListener("pointercancel", drop);
    addEventListener("keydown", cancel);
    return () => {
      removeEventListener("pointermove", follow);
      removeEventListener("pointerup", drop);
      removeEventListener("pointercancel", drop);
      removeEventListener("keydown", cancel);
    };
  }, [dragged]);

  /** Moves a row one position up (-1) or down (1), with its focus. */
  function step(id: string, by: -1 | 1, control: MoveControl): void {
    const to = ids.indexOf(id) + by;
    if (to < 0 || to >= ids.length) return;
    move(id, to);
    setKeptFocus({ id, control });
  }

  return {
    list,
    draggedId: dragged?.id ?? null,
    step,
    startDrag: (id: string, event: PointerEvent) => {
      if (event.button !== 0) return;
      // Prevents text selection and scrolling.
      event.preventDefault();
      setDragged({ id, from: ids.indexOf(id) });
    },
  };
}
