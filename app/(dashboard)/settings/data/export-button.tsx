"use client";

import { Download, LoaderCircle } from "lucide-react";
import { useTransition } from "react";
import { Button } from "#components/ui/button";
import { toast } from "#components/ui/toast";

/** Fetches the person's file and hands it to the browser's downloads. */
export function ExportButton({ email }: { email: string }) {
  const [isPending, startTransition] = useTransition();
  const run = () => {
    if (isPending) return;
    startTransition(async () => {
      try {
        save(await fetchExport(email));
        toast("The file is in your downloads.");
      } catch {
        toast("The file could not be made. Try again in a moment.");
      }
    });
  };
  return (
    <Button variant="outline" onClick={run} aria-disabled={isPending || undefined}>
      {isPending ? <LoaderCircle aria-hidden className="animate-spin" /> : <Download aria-hidden />}
      Export as a file
    </Button>
  );
}

async function fetchExport(email: string): Promise<Blob> {
  const response = await fetch("/api/account/person-export", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ email }),
  });
  if (!response.ok) throw new Error(`the export answered ${response.status}`);
  return response.blob();
}

function save(blob: Blob): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = "person.json";
  link.click();
  // The browser has opened it by then; what is not given back stays in memory.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
