import type { Metadata } from "next";
import { DeadEnd } from "#components/shell/dead-end";
import { ButtonLink } from "#components/ui/button";

export const metadata: Metadata = { title: "Not found" };

export default function NotFound() {
  return (
    <main id="content">
      <DeadEnd
        title="There is nothing here"
        action={<ButtonLink href="/">Go to the start</ButtonLink>}
      >
        <p>The address is mistyped, or what was here has been deleted.</p>
      </DeadEnd>
    </main>
  );
}
