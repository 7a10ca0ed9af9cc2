import { z } from "zod";
import { Name } from "#lib/core/text";
import { isRedirectUri } from "#lib/domain/grants/redirect-uri";

const MAX_REDIRECT_URIS = 10;

const RedirectUris = z
  .array(z.string("must be a string"), "must be a list")
  .min(1, "must have at least one address")
  .max(MAX_REDIRECT_URIS, `must have at most ${MAX_REDIRECT_URIS} addresses`);

/** The client's metadata (RFC 7591) that has an effect here. Other members are ignored. */
export const ClientMetadata = z.object({
  client_name: Name(1, 80).optional(),
  redirect_uris: RedirectUris.refine(
    (uris) => uris.every(isRedirectUri),
    "must be https, http on localhost, or an app's own scheme, without a fragment or credentials",
  ),
});
export type ClientMetadata = z.output<typeof ClientMetadata>;
