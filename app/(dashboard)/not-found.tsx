import type { Metadata } from "next";
import { NotFoundView } from "#components/shell/brand";
import { ButtonLink } from "#components/ui/button";

export const metadata: Metadata = { title: "Not found" };

export default function NotFound() {
  return (
    <NotFoundView title="Page not found" action={<ButtonLink href="/inbox">Open inbox</ButtonLink>}>
      <p>The address may be wrong, or the page may have been deleted.</p>
    </NotFoundView>
  );
}
