import type { ReactNode } from "react";

/** Forms and reading, in lines that aren’t too long. */
export default function NarrowLayout({ children }: { children: ReactNode }) {
  return <div className="grid max-w-176 gap-6">{children}</div>;
}
