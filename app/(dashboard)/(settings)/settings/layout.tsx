import type { ReactNode } from "react";

/** The narrow layout for forms and text, so that lines aren’t too long. */
export default function NarrowLayout({ children }: { children: ReactNode }) {
  return <div className="grid max-w-176 gap-6">{children}</div>;
}
