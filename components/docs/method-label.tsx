import { cn } from "#components/ui/cn.ts";

const TONES: Readonly<Record<string, string>> = {
  GET: "text-primary",
  POST: "text-success",
  PATCH: "text-warning",
  DELETE: "text-destructive",
};

/** An HTTP method, or EVENT for webhook events. */
export function MethodLabel({ method }: { method: string }) {
  const tone = TONES[method] ?? "text-muted-foreground";
  return (
    <span className={cn("shrink-0 font-mono text-[0.6875rem] font-semibold", tone)}>{method}</span>
  );
}
