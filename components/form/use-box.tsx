import { useEffect, useRef, useState } from "react";

/** The state of a checkbox, even if it was ticked before the page's scripts loaded. */
export function useBox() {
  const ref = useRef<HTMLInputElement>(null);
  const [isTicked, setTicked] = useState(false);
  useEffect(() => setTicked(ref.current?.checked === true), []);
  const onChange = () => setTicked(ref.current?.checked === true);
  return { isTicked, props: { ref, checked: isTicked, onChange } };
}
