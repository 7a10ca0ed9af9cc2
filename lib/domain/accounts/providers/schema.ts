import { z } from "zod";
import { settings } from "#lib/core/settings/settings";
import { Id, Name, Text } from "#lib/core/text";
import { readDestinationUrl } from "#lib/domain/endpoints/webhook-url";

const MAX_ISSUER_CHARACTERS = 300;

/**
 * The issuer of a workspace's provider. It's untrusted until its metadata is checked, so the rules for webhook
 * URLs apply.
 */
const Issuer = z
  .string("must be a string")
  .trim()
  .max(MAX_ISSUER_CHARACTERS, `must be at most ${MAX_ISSUER_CHARACTERS} characters`)
  .transform((text, issue) => {
    const read = readDestinationUrl("webhook", text, settings().webhookAllowedHosts);
    const problem =
      "problem" in read
        ? read.problem.replace("https://hooks.example.com/path", "https://id.example.com")
        : read.url.includes("?") || read.url.includes("/.well-known/")
          ? "must be the issuer, without a query and without /.well-known/openid-configuration"
          : null;
    if (problem === null) return text;
    issue.addIssue({ code: "custom", message: problem });
    return z.NEVER;
  });

export const SaveSignInProviderInput = z.strictObject({
  /** The saved provider's revision; null if there's none yet. */
  revision: Id.nullable(),
  name: Name(1, 40),
  issuer: Issuer,
  clientId: Text(1, 300, z.string("must be a string").trim()),
  /** Null to keep the saved secret. */
  clientSecret: Text(1, 1000, z.string("must be a string").trim()).nullable(),
  isRequired: z.boolean(),
  admitsNew: z.boolean(),
});
export type SaveSignInProviderInput = z.output<typeof SaveSignInProviderInput>;
