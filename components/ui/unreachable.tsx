import { useEffect, useEffectEvent } from "react";
import { toast } from "#components/ui/toast";

/** Stands for a dialog that could not be loaded: says so and closes it. */
export function Unreachable({ onClose }: { onClose: () => void }) {
  const close = useEffectEvent(onClose);
  useEffect(() => {
    toast("The service could not be reached.");
    close();
  }, []);
  return null;
}
