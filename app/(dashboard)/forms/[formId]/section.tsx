import type { ReactNode } from "react";

type SectionProps = { title: string; text: string; children: ReactNode };

/** One topic of the settings: what it is about on the left, its fields on the right. */
export function Section({ title, text, children }: SectionProps) {
  return (
    <section className="grid gap-x-10 gap-y-5 p-4 sm:p-6 md:grid-cols-[14rem_1fr]">
      <div>
        <h2 className="font-semibold">{title}</h2>
        <p className="mt-1 text-pretty text-muted-foreground">{text}</p>
      </div>
      <div className="grid min-w-0 gap-5">{children}</div>
    </section>
  );
}
