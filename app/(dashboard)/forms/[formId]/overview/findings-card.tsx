import Link from "next/link";
import { Card, CardHeader } from "#components/ui/card";
import type { FormMarks } from "#lib/domain/diagnostics/check-form";
import { FindingList } from "../diagnostics/finding-list";
import { readFindings } from "../read-form";

type FindingsCardProps = { formId: string; marks: FormMarks | null };

/**
 * Shows the form doctor’s findings that need attention. Renders nothing if there are none, which the
 * last check may already show.
 */
export async function FindingsCard({ formId, marks }: FindingsCardProps) {
  if (marks && marks.errors.length + marks.warnings.length === 0) return null;
  const findings = await readFindings(formId);
  const trouble = findings.filter(({ severity }) => severity !== "note");
  if (trouble.length === 0) return null;
  return (
    <Card>
      <CardHeader title="Needs attention" className="pb-4">
        <Link href={`/forms/${formId}/diagnostics`} className="link">
          See all checks
        </Link>
      </CardHeader>
      <FindingList formId={formId} findings={trouble} />
    </Card>
  );
}
