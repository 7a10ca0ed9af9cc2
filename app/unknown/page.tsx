import { notFound } from "next/navigation";

/** Any address without a page: next.config.ts leads them here, so that they keep the headers of proxy.ts. */
export default function UnknownPage(): never {
  notFound();
}
