"use client";

import { useEffect, useEffectEvent, useRef, useState } from "react";

export type MoveControl = "handle" | "menu";

export type Reorder = ReturnType<typeof useReorder>;

/**
 * Reorders the rows of a list by dragging a handle or by keys. The list element gets `list`, its
 * rows have their ID as `data-row`, and their controls, or what is around these, have their name as `data-move`.
 */
export function useReorder(ids: readonly string[], move: (id: string, to: number) => void) {
  const list = useRef<HTMLOListElement>(null);
  const [dragged, setDragged] = useState<{ id: string; from: number } | null>(null);
  const [keptFocus, setKeptFocus] = useState<{ id: string; control: MoveControl } | null>(null);

  // Moving a row drops the focus: return it to the control.
  useEffect(() => {
    if (!keptFocus) return;
    const { id, control } = keptFocus;
    const row = list.current?.querySelector(`[data-row="${id}"]`);
    const place = `[data-move="${control}"]`;
    row?.querySelector<HTMLElement>(`button${place}, ${place} button`)?.focus();
  }, [keptFocus]);

  const follow = useEffectEvent((id: string, { clientY }: PointerEvent) => {
    const at = ids.indexOf(id);
    const middleOf = (index: number) => {
      const other = list.current?.querySelector(`[data-row="${ids[index]}"]`);
      const box = other?.getBoundingClientRect();
      return box ? box.top + box.height / 2 : Number.NaN;
    };
    if (clientY < middleOf(at - 1)) move(id, at - 1);
    else if (clientY > middleOf(at + 1)) move(id, at + 1);
  });
  const putBack = useEffectEvent((id: string, from: number) => move(id, from));

  useEffect(() => {
    if (!dragged) return;
    const { id, from } = dragged;
    const drag = new AbortController();
    const { signal } = drag;
    const drop = () => setDragged(null);
    addEventListener("pointermove", (event) => follow(id, event), { signal });
    addEventListener("pointerup", drop, { signal });
    addEventListener("pointercancel", drop, { signal });
    addEventListener(
      "keydown",
      ({ key }) => {
        if (key !== "Escape") return;
        putBack(id, from);
        drop();
      },
      { signal },
    );
    return () => drag.abort();
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
    startDrag: (id: string, event: Pick<PointerEvent, "button" | "preventDefault">) => {
      if (event.button !== 0) return;
      // Prevents text selection and scrolling.
      event.preventDefault();
      setDragged({ id, from: ids.indexOf(id) });
    },
  };
}
