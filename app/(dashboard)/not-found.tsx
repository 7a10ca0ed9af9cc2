import type { Metadata } from "next";
import { NotFoundView } from "#components/shell/not-found-view";
import { ButtonLink } from "#components/ui/button";

export const metadata: Metadata = { title: "Not found" };

export default function NotFound() {
  return (
    <NotFoundView
      title="There is nothing here"
      action={<ButtonLink href="/inbox">Open the inbox</ButtonLink>}
    >
      <p>The address is mistyped, or what was here has been deleted.</p>
    </NotFoundView>
  );
}
