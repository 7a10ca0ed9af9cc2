import type { Metadata } from "next";
import { NotFoundView } from "#components/shell/brand";

export const metadata: Metadata = { title: "Not found" };

export default function NotFound() {
  return (
    <main id="content">
      <NotFoundView href="/" label="Go home" />
    </main>
  );
}
