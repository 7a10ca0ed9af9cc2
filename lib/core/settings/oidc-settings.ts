import { z } from "zod";
import { brandName, httpUrl, present } from "#lib/core/settings/setting-shapes";

/** The installation's own OpenID Connect provider, with which people sign in. */
export type OidcSettings = {
  issuer: string;
  clientId: string;
  clientSecret: string;
  name: string;
  /** Whether it's the only way to sign in. */
  isRequired: boolean;
};

/** The settings about the installation's provider, by their environment variables. */
export const OIDC_SHAPE = {
  OIDC_ISSUER: httpUrl
    .max(300, "must be at most 300 characters")
    .refine((text) => {
      const url = URL.parse(text);
      return url !== null && !url.username && !url.password && !url.search && !url.hash;
    }, "must not contain credentials, a query, or a #fragment")
    .refine(
      (text) => !text.includes("/.well-known/"),
      "must be the issuer, without /.well-known/openid-configuration",
    )
    .optional(),
  OIDC_CLIENT_ID: present.max(300, "must be at most 300 characters").optional(),
  OIDC_CLIENT_SECRET: present.max(1000, "must be at most 1000 characters").optional(),
  OIDC_NAME: brandName.optional(),
  OIDC_REQUIRED: z.enum(["0", "1"], "must be 0 or 1").default("0"),
};

/** Settings that can only be set together. */
export const OIDC_GROUP = ["OIDC_ISSUER", "OIDC_CLIENT_ID", "OIDC_CLIENT_SECRET"] as const;

const Values = z.object(OIDC_SHAPE);
type Values = z.output<typeof Values>;

/** @returns why these settings don't go together, as one line that names a setting, or null */
export function findOidcConflict(values: Values & { DEMO: "0" | "1" }): string | null {
  const { OIDC_NAME: name, OIDC_ISSUER: issuer, OIDC_REQUIRED: required, DEMO: demo } = values;
  if (name && !issuer) return "OIDC_ISSUER is required when OIDC_NAME is set";
  if (required === "0") return null;
  if (!issuer) return "OIDC_ISSUER is required when OIDC_REQUIRED is 1";
  return demo === "1" ? "OIDC_REQUIRED can't be 1 with DEMO, whose account has a password" : null;
}

/** Returns the provider that people sign in with; null for none. */
export function toOidc(values: Values): OidcSettings | null {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: secret } = values;
  if (!issuer || !clientId || !secret) return null;
  const name = values.OIDC_NAME ?? "single sign-on";
  const isRequired = values.OIDC_REQUIRED === "1";
  return { issuer, clientId, clientSecret: secret, name, isRequired };
}
