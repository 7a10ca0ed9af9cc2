import { FileDown, FileX } from "lucide-react";
import { RelativeTime } from "#components/ui/relative-time";
import { formatBytes } from "#lib/core/count";
import type { Attachment } from "#lib/submissions/schema";

type FileListProps = { submissionId: string; files: readonly Attachment[] };

export function FileList({ submissionId, files }: FileListProps) {
  return (
    <section aria-labelledby="files-heading" className="grid gap-3">
      <h3 id="files-heading" className="font-semibold">
        Files
      </h3>
      <ul className="divide-y rounded-md border bg-card shadow-card">
        {files.map((file) => (
          <li key={file.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-3">
            <FileEntry submissionId={submissionId} file={file} />
          </li>
        ))}
      </ul>
      <p className="text-muted-foreground">
        Files are not scanned for malware. Open only what you expect.
      </p>
    </section>
  );
}

function FileEntry({ submissionId, file }: { submissionId: string; file: Attachment }) {
  if (file.status !== "available")
    return (
      <>
        <FileX aria-hidden className="size-4 text-muted-foreground" />
        <span className="min-w-0 flex-1 break-all text-muted-foreground line-through">
          {file.filename}
        </span>
        <span className="text-muted-foreground">
          {file.status === "expired" ? "Expired" : "Not available"}
        </span>
      </>
    );
  return (
    <>
      <FileDown aria-hidden className="size-4 text-muted-foreground" />
      <a
        href={`/api/account/submissions/${submissionId}/attachments/${file.id}`}
        download
        className="link min-w-0 flex-1 basis-40 break-all"
      >
        {file.filename}
      </a>
      <span className="tabular text-muted-foreground">
        {formatBytes(file.size)} · deleted <RelativeTime at={file.expiresAt} />
      </span>
    </>
  );
}
