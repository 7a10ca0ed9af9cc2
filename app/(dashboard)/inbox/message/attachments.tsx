import { Eye, FileText, ImageIcon, type LucideIcon, Paperclip } from "lucide-react";
import { useState } from "react";
import { Button, buttonVariants } from "#components/ui/button";
import { lazyWithFallback, Unreachable } from "#components/ui/lazy";
import { DayOf } from "#components/ui/relative-time";
import { formatBytes } from "#lib/core/count";
import { previewKind } from "#lib/domain/submissions/preview-types";
import type { Attachment } from "#lib/domain/submissions/schema";

const PreviewDialog = lazyWithFallback(() => import("../dialogs/preview-dialog"), Unreachable);

const ICONS: Readonly<Record<"image" | "pdf", LucideIcon>> = { image: ImageIcon, pdf: FileText };

type AttachmentsProps = { submissionId: string; attachments: readonly Attachment[] };

/** Files of a message. Images open in a dialog, PDFs in a tab of their own; all can be saved. */
export function Attachments({ submissionId, attachments }: AttachmentsProps) {
  const [shownId, setShownId] = useState<string | null>(null);
  const hrefOf = (id: string) => `/api/account/submissions/${submissionId}/attachments/${id}`;
  const images = attachments.filter((one) => isAvailable(one) && kindOf(one) === "image");
  return (
    <>
      <ul className="grid gap-2">
        {attachments.map((attachment) => (
          <AttachmentRow
            key={attachment.id}
            attachment={attachment}
            href={hrefOf(attachment.id)}
            show={() => setShownId(attachment.id)}
          />
        ))}
      </ul>
      <p className="text-xs text-muted-foreground">
        Files aren’t scanned for malware. Only open files you trust.
      </p>
      {shownId === null ? null : (
        <PreviewDialog
          hrefOf={hrefOf}
          images={images}
          firstId={shownId}
          onClose={() => setShownId(null)}
        />
      )}
    </>
  );
}

const kindOf = ({ contentType }: Attachment) => previewKind(contentType);
const isAvailable = ({ status }: Attachment) => status === "available";

type AttachmentRowProps = { attachment: Attachment; href: string; show: () => void };

function AttachmentRow(props: AttachmentRowProps) {
  const { attachment, href } = props;
  const { filename, size, expiresAt, status } = attachment;
  const kind = kindOf(attachment);
  const Icon = kind ? ICONS[kind] : Paperclip;
  return (
    <li className="flex items-center gap-3 rounded-md border py-1.5 pr-1.5 pl-3">
      <Icon aria-hidden className="size-4 shrink-0 text-muted-foreground" />
      <span className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-3">
        {isAvailable(attachment) ? (
          <a href={href} download className="link wrap-anywhere">
            {filename}
          </a>
        ) : (
          <span className="text-muted-foreground line-through wrap-anywhere">{filename}</span>
        )}
        <span className="tabular text-xs text-muted-foreground">
          {isAvailable(attachment) ? (
            <>
              {formatBytes(size)} · will be deleted on <DayOf at={expiresAt} />
            </>
          ) : status === "expired" ? (
            "Expired"
          ) : (
            "Not available"
          )}
        </span>
      </span>
      {isAvailable(attachment) ? <Preview {...props} /> : null}
    </li>
  );
}

function Preview({ attachment, href, show }: AttachmentRowProps) {
  const kind = kindOf(attachment);
  const name = <span className="sr-only"> {attachment.filename}</span>;
  if (kind === "image")
    return (
      <Button variant="ghost" size="sm" aria-haspopup="dialog" onClick={show}>
        <Eye aria-hidden />
        <span>Preview{name}</span>
      </Button>
    );
  if (kind === "pdf")
    return (
      <a
        href={`${href}/preview`}
        target="_blank"
        rel="noreferrer"
        className={buttonVariants({ variant: "ghost", size: "sm" })}
      >
        <Eye aria-hidden />
        <span>
          Open{name}
          <span className="sr-only"> in a new tab</span>
        </span>
      </a>
    );
  return null;
}
