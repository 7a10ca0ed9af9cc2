"use client";

import { useState } from "react";
import { v7 } from "uuid";
import { ONCE } from "#components/form/form-state";

/** The key of this attempt: as long as the form is shown, whatever is sent from it is one and the same. */
export function OnceField() {
  const [key] = useState(() => v7());
  // The server makes one, too, for a form that is sent before there is a script.
  return <input type="hidden" name={ONCE} defaultValue={key} suppressHydrationWarning />;
}
