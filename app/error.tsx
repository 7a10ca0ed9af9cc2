"use client";

import { Failure } from "#components/shell/failure";

export default function RootError(props: { error: unknown; retry: () => void }) {
  return (
    <main id="content">
      <Failure {...props} />
    </main>
  );
}
