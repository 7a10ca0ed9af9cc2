import { FlaskConical } from "lucide-react";

/** On every page of a public demo. As high as the other banners. */
export function DemoBanner() {
  return (
    <section
      aria-label="Demo"
      className="flex items-start gap-2.5 border-b bg-muted/60 px-4 py-3 sm:px-8 lg:h-11 lg:items-center lg:py-0"
    >
      <FlaskConical aria-hidden className="mt-0.5 size-4 shrink-0 text-primary lg:mt-0" />
      <p className="min-w-0 text-pretty lg:truncate">
        <span className="font-medium">You’re in the demo.</span> Others see what you do, and it
        starts over every hour. Emails are captured, and uploads and webhooks are off.
      </p>
    </section>
  );
}
