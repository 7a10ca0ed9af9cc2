import { Badge } from "#components/ui/badge";
import type { FormSummary } from "#lib/forms/schema";

export function FormStatusBadge({ status }: { status: FormSummary["status"] }) {
  return status === "active" ? (
    <Badge tone="success" withDot>
      Active
    </Badge>
  ) : (
    <Badge tone="warning" withDot>
      Paused
    </Badge>
  );
}
