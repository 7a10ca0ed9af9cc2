import type { Metadata } from "next";
import { NotFoundView } from "#components/shell/brand";

export const metadata: Metadata = { title: "Not found" };

export default function NotFound() {
  return <NotFoundView href="/inbox" label="Open inbox" />;
}
