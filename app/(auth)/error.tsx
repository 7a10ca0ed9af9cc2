"use client";

import { Failure } from "#components/shell/failure";

export default function AuthError(props: { error: unknown; retry: () => void }) {
  return <Failure {...props} />;
}
