import type { Metadata } from "next";
import { getBrand } from "#lib/domain/brand/brand";
import { OwnersOnly } from "../../../../owners-only";
import { pageSession } from "../../../../page-session";
import { BrandEditor } from "./brand-editor";

export const metadata: Metadata = { title: "Brand" };

export default async function BrandPage() {
  const { ctx, role, account } = await pageSession();
  if (role !== "owner") return <OwnersOnly what="change the brand" />;
  return <BrandEditor saved={await getBrand(ctx)} workspaceName={account.workspace.name} />;
}
