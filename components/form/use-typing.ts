import { type RefObject, useEffect, useEffectEvent } from "react";

/**
 * Calls `onTyped` with the values of the form around or in `box`: now, and after every change. A reset
 * and a restored draft change fields without firing their own event.
 */
export function useTyping(
  box: RefObject<HTMLElement | null>,
  onTyped: (data: FormData) => void,
): void {
  const readForm = useEffectEvent((form: HTMLFormElement) => onTyped(new FormData(form)));
  useEffect(() => {
    const form = box.current?.closest("form") ?? box.current?.querySelector("form");
    if (!form) return;
    const read = () => readForm(form);
    // A reset takes effect after its event.
    const readSoon = () => setTimeout(read);
    read();
    form.addEventListener("input", read);
    form.addEventListener("reset", readSoon);
    return () => {
      form.removeEventListener("input", read);
      form.removeEventListener("reset", readSoon);
    };
  }, [box]);
}
