import type { Metadata } from "next";
import { DeadEnd } from "#components/shell/dead-end";
import { ButtonLink } from "#components/ui/button";

export const metadata: Metadata = { title: "Not found" };

export default function NotFound() {
  return (
    <DeadEnd
      title="There is nothing here"
      action={<ButtonLink href="/inbox">Open the inbox</ButtonLink>}
    >
      <p>The address is mistyped, or what was here has been deleted.</p>
    </DeadEnd>
  );
}
