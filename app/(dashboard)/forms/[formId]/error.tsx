"use client";

import { Failure } from "#components/shell/failure";

/** Keeps the form’s other tabs within reach. */
export default function FormError(props: { error: unknown; retry: () => void }) {
  return <Failure {...props} />;
}
