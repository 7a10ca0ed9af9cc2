import { Download } from "lucide-react";
import { buttonVariants } from "#components/ui/button-variants";
import { Card, CardDescription, CardHeader, CardTitle } from "#components/ui/card";
import type { WorkspaceSize } from "#lib/accounts/workspace";
import { countOf, formatBytes } from "#lib/core/count";

/** Everything to take along, in formats that others read. */
export function WorkspaceExportCard({ size }: { size: WorkspaceSize }) {
  return (
    <Card>
      <CardHeader className="items-center pb-4 sm:pb-6">
        <div className="min-w-0 flex-1 basis-64">
          <CardTitle>Everything as a file</CardTitle>
          <CardDescription>
            A ZIP archive with the forms and their settings, {countOf(size.messages, "message")},{" "}
            {formatBytes(size.storageBytes)} of text and files, and the test inbox. Without
            passwords and secrets.
          </CardDescription>
        </div>
        <a
          href="/api/account/workspace-export"
          download
          className={buttonVariants({ variant: "outline" })}
        >
          <Download aria-hidden />
          Export everything
        </a>
      </CardHeader>
    </Card>
  );
}
