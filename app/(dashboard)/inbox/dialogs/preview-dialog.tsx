import { ChevronLeft, ChevronRight, Download, X } from "lucide-react";
import { useState } from "react";
import { buttonVariants, IconButton } from "#components/ui/button";
import { Dialog } from "#components/ui/dialog";
import { formatBytes } from "#lib/core/count";
import type { Attachment } from "#lib/domain/submissions/schema";

type PreviewDialogProps = {
  hrefOf: (id: string) => string;
  images: readonly Attachment[];
  firstId: string;
  onClose: () => void;
};

/** Shows the images of a message one at a time. Arrow keys step through them. */
export default function PreviewDialog(props: PreviewDialogProps) {
  const { hrefOf, images, firstId, onClose } = props;
  const [at, setAt] = useState(() =>
    Math.max(
      0,
      images.findIndex(({ id }) => id === firstId),
    ),
  );
  const image = images[at];
  if (!image) return null;
  const href = hrefOf(image.id);
  const step = (by: 1 | -1) => setAt((at + by + images.length) % images.length);
  return (
    <Dialog
      onClose={onClose}
      aria-label={`Preview of ${image.filename}`}
      onKeyDown={({ key }) => {
        if (key === "ArrowRight") step(1);
        if (key === "ArrowLeft") step(-1);
      }}
      className="m-auto h-[calc(100dvh-2rem)] max-h-none w-[calc(100%-2rem)] max-w-6xl rounded-md border"
    >
      <div className="flex h-full flex-col">
        <div className="flex h-12 shrink-0 items-center gap-1 border-b pr-2 pl-4">
          <p className="flex min-w-0 flex-1 items-baseline gap-3">
            <bdi className="truncate font-medium">{image.filename}</bdi>
            <span className="tabular shrink-0 text-xs text-muted-foreground">
              {formatBytes(image.size)}
            </span>
          </p>
          {images.length > 1 ? (
            <>
              <span role="status" className="tabular px-2 text-xs text-muted-foreground">
                {at + 1} of {images.length}
              </span>
              <IconButton
                icon={<ChevronLeft aria-hidden />}
                label="Previous"
                onClick={() => step(-1)}
              />
              <IconButton
                icon={<ChevronRight aria-hidden />}
                label="Next"
                onClick={() => step(1)}
              />
            </>
          ) : null}
          <a
            href={href}
            download
            title="Download"
            className={buttonVariants({ variant: "ghost", size: "iconSm" })}
          >
            <Download aria-hidden />
            <span className="sr-only">Download</span>
          </a>
          <IconButton icon={<X aria-hidden />} label="Close" onClick={onClose} />
        </div>
        <Picture key={image.id} src={`${href}/preview`} name={image.filename} />
      </div>
    </Dialog>
  );
}

function Picture({ src, name }: { src: string; name: string }) {
  const [hasFailed, setFailed] = useState(false);
  return (
    <div className="flex min-h-0 flex-1 items-center justify-center bg-muted/60 p-4">
      {hasFailed ? (
        <p role="alert" className="text-muted-foreground">
          Couldn’t show this image. Download it instead.
        </p>
      ) : (
        // biome-ignore lint/performance/noImgElement: a private file, which no image server may store
        <img
          src={src}
          alt={name}
          onError={() => setFailed(true)}
          className="max-h-full max-w-full"
        />
      )}
    </div>
  );
}
