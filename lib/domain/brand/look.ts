import { z } from "zod";
import type { Db } from "#lib/adapters/db/database";
import { Prisma } from "#lib/adapters/db/generated/client";
import { queryRows } from "#lib/adapters/db/query-rows";
import { logoPath } from "#lib/domain/forms/file-rules";
import { PageContent, UNSAVED_PAGE } from "#lib/domain/forms/page/page-schema";

/** A row of {@link selectLook}. */
export const StoredLook = z.object({
  /** The saved texts and look of the form's page, or null. */
  page: PageContent.nullable(),
  /** The form's own logo, or else the workspace's. */
  logo: z.object({ key: z.string(), version: z.string() }).nullable(),
  brand: z
    .object({
      name: z.string().nullable(),
      replyName: z.string().nullable(),
      color: z.string().nullable(),
    })
    .nullable(),
});
export type StoredLook = z.output<typeof StoredLook>;

/** SQL that reads a {@link StoredLook} as JSON; without a form, the look of the workspace alone. */
export function selectLook(workspaceId: string, formId: string): string {
  return `json_build_object(
    'page', (
      SELECT p.content FROM form_pages p WHERE p.workspace_id = ${workspaceId} AND p.form_id = ${formId}
    ),
    'logo', coalesce((
      SELECT json_build_object('key', lf.public_key, 'version', o.version)
      FROM form_logos o JOIN forms lf ON lf.workspace_id = o.workspace_id AND lf.id = o.form_id
      WHERE o.workspace_id = ${workspaceId} AND o.form_id = ${formId}
    ), (
      SELECT json_build_object('key', o.public_key, 'version', o.version)
      FROM workspace_logos o WHERE o.workspace_id = ${workspaceId}
    )),
    'brand', (
      SELECT json_build_object('name', b.name, 'replyName', b.reply_name, 'color', b.color)
      FROM workspace_brands b WHERE b.workspace_id = ${workspaceId}
    )
  )`;
}

/** How visitors see the owner: the form's own page first, then the workspace's brand. */
export type Look = {
  /** The texts and look of the form's page, with the brand's color if it has none. */
  page: PageContent;
  /** The path of the logo, or null without one. */
  logo: string | null;
  /** The brand's color, for a page that has no color. */
  color: string | null;
  /** The name of the business, or null if visitors only know the form's. */
  business: string | null;
  /** The sender's name in emails to visitors, if the brand has one. */
  senderName: string | null;
  /** True if it shows more of the owner than a form's own color. Then our airmail edge is left out. */
  isBranded: boolean;
};

/** Combines the stored parts into the look that visitors see, member by member. Pure. */
export function toLook({ page: saved, logo, brand }: StoredLook): Look {
  const page = saved ?? UNSAVED_PAGE;
  const { name: business = null, color = null, replyName = null } = brand ?? {};
  return {
    page: { ...page, accent: page.accent ?? color },
    logo: logo && logoPath(logo.key, logo.version),
    color,
    business,
    senderName: replyName ?? business,
    isBranded: business !== null || color !== null || logo !== null,
  };
}

/**
 * Reads the look that visitors see in a workspace, without checking that the form exists.
 *
 * @param formId - null for pages and emails that belong to no form
 */
export async function readLook(
  tx: Db,
  { workspaceId }: { workspaceId: string },
  formId: string | null,
): Promise<Look> {
  const look = Prisma.raw(selectLook("given.workspace_id", "given.form_id"));
  const [row] = await queryRows<{ look: unknown }>(tx, { look: "json" })`
    SELECT ${look} AS look FROM (SELECT ${workspaceId}::uuid AS workspace_id, ${formId}::uuid AS form_id) AS given`;
  return toLook(StoredLook.parse(row?.look));
}
