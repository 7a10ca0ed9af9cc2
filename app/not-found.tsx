import type { Metadata } from "next";
import { NotFoundView } from "#components/shell/brand";
import { ButtonLink } from "#components/ui/button";

export const metadata: Metadata = { title: "Not found" };

export default function NotFound() {
  return (
    <main id="content">
      <NotFoundView title="Page not found" action={<ButtonLink href="/">Go to home</ButtonLink>}>
        <p>The address may be wrong, or the page may have been deleted.</p>
      </NotFoundView>
    </main>
  );
}
