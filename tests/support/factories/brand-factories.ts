import { getBrand, saveBrand } from "#lib/domain/brand/brand";
import { SaveBrandInput } from "#lib/domain/brand/brand-schema";
import type { LogoChange } from "#lib/domain/forms/page/logo";
import type { Workspace } from "#tests/support/factories/factories";

export const BIRCH = { name: "Birch & Co", replyName: null, color: "#1f6f43" };

/** Saves a workspace's brand over the one that is saved. */
export async function brandWorkspace(
  { ctx }: Pick<Workspace, "ctx">,
  changes: Partial<typeof BIRCH> | Record<string, string | null> = {},
  logo: Buffer | LogoChange = "keep",
) {
  const { revision } = await getBrand(ctx);
  const input = SaveBrandInput.parse({ ...BIRCH, ...changes, revision });
  return saveBrand(ctx, input, Buffer.isBuffer(logo) ? new Uint8Array(logo) : logo);
}
