import { type MouseEvent, type PointerEvent, type SyntheticEvent, useRef } from "react";

const LONG_PRESS_MS = 450;
/** A finger that moves further scrolls. */
const MOVE_PX = 10;

/**
 * Handlers for a list: holding a finger on a row selects it, and the tap that ends it opens nothing.
 *
 * @param select - called with the row’s message ID
 */
export function useLongPress(select: (id: string) => void) {
  const press = useRef<{ timer: ReturnType<typeof setTimeout>; x: number; y: number }>(undefined);
  const hasSelected = useRef(false);
  const cancel = () => {
    clearTimeout(press.current?.timer);
    press.current = undefined;
  };
  const swallow = (event: SyntheticEvent) => {
    if (!hasSelected.current) return;
    event.preventDefault();
    event.stopPropagation();
  };
  return {
    onPointerDown: ({ pointerType, target, clientX: x, clientY: y }: PointerEvent) => {
      cancel();
      hasSelected.current = false;
      const row = target instanceof Element ? target.closest<HTMLElement>("[data-row]") : null;
      const id = row?.dataset.row;
      if (pointerType !== "touch" || !id) return;
      const timer = setTimeout(() => {
        hasSelected.current = true;
        select(id);
      }, LONG_PRESS_MS);
      press.current = { timer, x, y };
    },
    onPointerMove: ({ clientX, clientY }: PointerEvent) => {
      const start = press.current;
      if (start && Math.hypot(clientX - start.x, clientY - start.y) > MOVE_PX) cancel();
    },
    onPointerUp: cancel,
    onPointerCancel: cancel,
    // Not one by key, which has no count of clicks.
    onClickCapture: (event: MouseEvent) => (event.detail > 0 ? swallow(event) : undefined),
    onContextMenu: swallow,
  };
}
