import { type Db, db, transaction } from "#lib/adapters/db/database";
import { type Context, requireOwner } from "#lib/core/context";
import { requireRevision } from "#lib/core/errors";
import { newId } from "#lib/core/ids";
import { settings } from "#lib/core/settings/settings";
import { describeChanges, recordAudit } from "#lib/domain/audit/record-audit";
import type { Brand, SaveBrandInput } from "#lib/domain/brand/brand-schema";
import { newPublicKey } from "#lib/domain/forms/create-form";
import { logoPath } from "#lib/domain/forms/file-rules";
import { type LogoChange, readLogo } from "#lib/domain/forms/page/logo";
import { reloadForms } from "#lib/domain/forms/store";

async function readBrand(tx: Db, { workspaceId }: Context): Promise<Brand> {
  const where = { workspaceId };
  const row = await tx.workspaceBrand.findUnique({ where });
  const select = { publicKey: true, version: true };
  const logo = await tx.workspaceLogo.findUnique({ where, select });
  return {
    revision: row?.revision ?? null,
    name: row?.name ?? null,
    replyName: row?.replyName ?? null,
    color: row?.color ?? null,
    logoUrl: logo && settings().baseUrl + logoPath(logo.publicKey, logo.version),
  };
}

/** Returns what visitors see of the workspace. Not part of `/v1`. */
export function getBrand(ctx: Context): Promise<Brand> {
  return readBrand(db(), ctx);
}

/**
 * Saves the whole brand with its logo. If two saves use the same revision, only one succeeds. Visitors see it
 * immediately.
 *
 * @throws {AppError} owner_required, revision_conflict; validation_failed for a logo that isn't a PNG, JPEG,
 * or WebP image of at most 200 KB; uploads_disabled for one with UPLOAD_FILES=0
 */
export async function saveBrand(
  ctx: Context,
  { revision, ...input }: SaveBrandInput,
  logo: LogoChange,
): Promise<Brand> {
  requireOwner(ctx);
  const uploaded = typeof logo === "string" ? null : await readLogo(logo);
  return transaction(async (tx) => {
    await lockWorkspace(tx, ctx);
    const before = await readBrand(tx, ctx);
    requireRevision(revision, before.revision);
    await writeBrand(tx, ctx, input);
    if (uploaded) await writeLogo(tx, ctx, uploaded);
    if (logo === "remove")
      await tx.workspaceLogo.deleteMany({ where: { workspaceId: ctx.workspaceId } });
    const saved = await readBrand(tx, ctx);
    const [{ revision: _, ...from }, { revision: __, ...to }] = [before, saved];
    const details = describeChanges(from, to, ["name", "replyName", "color"]);
    await recordAudit(tx, ctx, { action: "workspace.brand_saved", details });
    await reloadForms(tx, ctx);
    return saved;
  });
}

/** Makes concurrent saves wait for each other, so that the second one sees the first. */
async function lockWorkspace(tx: Db, { workspaceId }: Context): Promise<void> {
  await tx.$executeRaw`SELECT FROM workspaces WHERE id = ${workspaceId}::uuid FOR NO KEY UPDATE`;
}

async function writeBrand(tx: Db, ctx: Context, input: Omit<SaveBrandInput, "revision">) {
  const { workspaceId, now } = ctx;
  const saved = { ...input, revision: newId(), updatedAt: now };
  const create = { workspaceId, ...saved };
  await tx.workspaceBrand.upsert({ where: { workspaceId }, create, update: saved });
}

async function writeLogo(tx: Db, ctx: Context, logo: Awaited<ReturnType<typeof readLogo>>) {
  const { workspaceId, now } = ctx;
  const saved = { ...logo, updatedAt: now };
  const create = { workspaceId, publicKey: newPublicKey(), ...saved };
  const select = { version: true };
  await tx.workspaceLogo.upsert({ where: { workspaceId }, create, update: saved, select });
}
