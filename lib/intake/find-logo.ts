import { pool } from "#lib/db/database";
import { type Columns, queryPrepared } from "#lib/db/query-rows";
import { isPublicKey } from "#lib/intake/open-form";

type LogoRow = {
  version: string;
  content_type: string;
  /** Null for a version that the browser has. */
  bytes: Uint8Array<ArrayBuffer> | null;
};

const COLUMNS: Columns<LogoRow> = { version: "text", content_type: "text", bytes: "bytea" };

const FIND_LOGO = `
  SELECT o.version, o.content_type,
    CASE WHEN o.version = ANY ($2::text[]) THEN NULL ELSE o.bytes END AS bytes
  FROM forms f JOIN form_logos o ON o.workspace_id = f.workspace_id AND o.form_id = f.id
  WHERE f.public_key = $1 AND f.deleted_at IS NULL`;

/**
 * The logo of the form behind a public key, or null.
 *
 * @param known - the versions that the browser has, whose bytes aren't read
 */
export async function findLogo(
  publicKey: string,
  known: readonly string[],
): Promise<LogoRow | null> {
  if (!isPublicKey(publicKey)) return null;
  const [logo] = await queryPrepared(
    pool(),
    { text: FIND_LOGO, values: [publicKey, known] },
    COLUMNS,
  );
  return logo ?? null;
}
