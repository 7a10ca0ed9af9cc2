"use client";

import { Failure } from "#components/shell/failure";

/** A part of a form that cannot be shown leaves its other parts in reach. */
export default function FormError(props: { error: unknown; retry: () => void }) {
  return <Failure {...props} />;
}
