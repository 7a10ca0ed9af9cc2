import { pool } from "#lib/adapters/db/database";
import { type Columns, queryPrepared } from "#lib/adapters/db/query-rows";
import { clientAddress, limitedAddress } from "#lib/core/client-address";
import { newId } from "#lib/core/ids";
import { settings } from "#lib/core/settings/settings";
import { countRequest, requireWithin } from "#lib/domain/intake/limits";
import { isPublicKey } from "#lib/domain/intake/open-form";
import { type HttpRequest, HttpResponse, languagesOf, queryOf } from "#lib/entry/http/http-types";
import { finish } from "#lib/entry/http/respond";
import { OPENER_OF_SANDBOXED } from "#lib/entry/http/security-headers";
import { setCorsHeaders } from "#lib/entry/intake/cors";
import { respondNotFound, respondOrApologize } from "#lib/entry/visitor-pages/respond";

/** A changed logo has another URL. A removed logo disappears from all browsers after a day. */
const OF_VERSION = "public, max-age=86400, immutable";
/** An address without the current version: asked again each time. */
const OF_ANY = "no-cache";

/** Returns the versions in `If-None-Match`, which are the values of our ETags. */
function knownVersions(request: HttpRequest): string[] {
  const tags = request.headers.get("if-none-match") ?? "";
  return [...tags.matchAll(/"([\w-]+)"/g)].map(([, version = ""]) => version);
}

type Logo = { version: string; contentType: string; bytes: Uint8Array<ArrayBuffer> };

const COLUMNS: Columns<Logo> = { version: "text", contentType: "text", bytes: "bytea" };

/** Finds a logo by its key, which is either a form's or a brand's. */
const FIND_LOGO = `
SELECT o.version, o.content_type AS "contentType", o.bytes
FROM form_logos o JOIN forms f ON f.workspace_id = o.workspace_id AND f.id = o.form_id
WHERE f.public_key = $1 AND f.deleted_at IS NULL
UNION ALL
SELECT o.version, o.content_type, o.bytes FROM workspace_logos o WHERE o.public_key = $1`;

async function findLogo(publicKey: string): Promise<Logo | undefined> {
  const statement = { text: FIND_LOGO, values: [publicKey] };
  const [logo] = await queryPrepared<Logo>(pool(), COLUMNS, statement);
  return logo;
}

async function readLogo(request: HttpRequest, publicKey: string): Promise<HttpResponse> {
  const key = limitedAddress(clientAddress(request));
  const limit = settings().intakeIpTotalRateLimit;
  requireWithin(await countRequest({ name: "logo", key, limit }));
  const logo = isPublicKey(publicKey) ? await findLogo(publicKey) : null;
  if (!logo) return respondNotFound(languagesOf(request));
  const { version, contentType, bytes } = logo;
  const isKnown = knownVersions(request).includes(version);
  const headers: Record<string, string> = {
    ETag: `"${version}"`,
    "Content-Security-Policy": "sandbox; default-src 'none'",
    // Websites may show the logo, and so may our previews, which have no origin.
    "Cross-Origin-Resource-Policy": "cross-origin",
    ...OPENER_OF_SANDBOXED,
  };
  if (!isKnown) {
    headers["Content-Type"] = contentType;
    headers["Content-Length"] = String(bytes.byteLength);
  }
  const body = isKnown ? null : new Blob([bytes]).stream();
  const response = finish(new HttpResponse(isKnown ? 304 : 200, headers, body), newId());
  const isCurrent = queryOf(request).get("v") === version;
  response.headers["Cache-Control"] = isCurrent ? OF_VERSION : OF_ANY;
  return response;
}

/**
 * Handles `GET /f/{publicKey}/logo`: the logo of a form's pages, even if the form is paused, or of a workspace's brand.
 * Its content type is determined by its content, and it can't run anything when it's opened directly.
 */
export async function showLogo(request: HttpRequest, publicKey: string): Promise<HttpResponse> {
  const origin = request.headers.get("origin");
  const response = await respondOrApologize(languagesOf(request), () =>
    readLogo(request, publicKey),
  );
  return setCorsHeaders(response, null, origin);
}
