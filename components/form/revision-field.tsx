"use client";

import { useState } from "react";
import { useFormContext } from "#components/form/action-form";

/**
 * What the form was made of goes along when it is sent. It stays what it was while somebody types,
 * also when the page learns meanwhile that somebody else has saved.
 */
export function RevisionField({ revision }: { revision: string }) {
  const { isDirty } = useFormContext();
  const [held, setHeld] = useState(revision);
  if (!isDirty && held !== revision) setHeld(revision);
  return <input type="hidden" name="revision" value={held} />;
}
