"use client";

import { Failure } from "#components/shell/failure";

export default function DashboardError(props: { error: unknown; retry: () => void }) {
  return <Failure {...props} />;
}
