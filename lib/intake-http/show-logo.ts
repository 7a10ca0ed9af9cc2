import { clientAddress, limitedAddress } from "#lib/core/client-address";
import { newId } from "#lib/core/ids";
import { settings } from "#lib/core/settings";
import { pool } from "#lib/db/database";
import { type Columns, queryPrepared } from "#lib/db/query-rows";
import { type HttpRequest, HttpResponse, languagesOf, queryOf } from "#lib/http/http-types";
import { respondNotFound, respondOrApologize } from "#lib/http/pages/respond";
import { finish } from "#lib/http/respond";
import { OPENER_OF_SANDBOXED } from "#lib/http/security-headers";
import { countRequest, requireWithin } from "#lib/intake/limits";
import { isPublicKey } from "#lib/intake/open-form";
import { setCorsHeaders } from "#lib/intake-http/cors";

/** The address of a changed logo is another one. A removed logo is gone from all browsers after a day. */
const OF_VERSION = "public, max-age=86400, immutable";
/** An address without the current version: asked again each time. */
const OF_ANY = "no-cache";

/** The versions in `If-None-Match`, which are the values of our ETags. */
function knownVersions(request: HttpRequest): string[] {
  const tags = request.headers.get("if-none-match") ?? "";
  return [...tags.matchAll(/"([\w-]+)"/g)].map(([, version = ""]) => version);
}

async function readLogo(request: HttpRequest, publicKey: string): Promise<HttpResponse> {
  const key = limitedAddress(clientAddress(request));
  const limit = settings().intakeIpTotalRateLimit;
  requireWithin(await countRequest({ name: "logo", key, limit }));
  const logo = await findLogo(publicKey, knownVersions(request));
  if (!logo) return respondNotFound(languagesOf(request));
  const { version, content_type, bytes } = logo;
  const headers: Record<string, string> = {
    ETag: `"${version}"`,
    "Content-Security-Policy": "sandbox; default-src 'none'",
    // Websites may show it, and so may our previews, which have no origin.
    "Cross-Origin-Resource-Policy": "cross-origin",
    ...OPENER_OF_SANDBOXED,
  };
  if (bytes) {
    headers["Content-Type"] = content_type;
    headers["Content-Length"] = String(bytes.byteLength);
  }
  const body = bytes && new Blob([bytes]).stream();
  const response = finish(new HttpResponse(bytes ? 200 : 304, headers, body), newId());
  const isCurrent = queryOf(request).get("v") === version;
  response.headers["Cache-Control"] = isCurrent ? OF_VERSION : OF_ANY;
  return response;
}

/**
 * `GET /f/{publicKey}/logo`: the logo of a form's pages, which paused forms show too. Its type is that of its
 * content, and it can't do anything when it's opened by itself.
 */
export async function showLogo(request: HttpRequest, publicKey: string): Promise<HttpResponse> {
  const origin = request.headers.get("origin");
  const response = await respondOrApologize(languagesOf(request), () =>
    readLogo(request, publicKey),
  );
  return setCorsHeaders(response, null, origin);
}

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
