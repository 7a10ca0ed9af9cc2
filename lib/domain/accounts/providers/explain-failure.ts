import { WebhookCallError } from "#lib/adapters/http-calls/webhook-outcome";

/**
 * Explains why a provider's metadata can't be used, as the end of "The issuer …". It repeats nothing of the
 * provider's response.
 */
export function explainFailure(failure: unknown): string {
  for (let cause = failure; cause instanceof Error; cause = cause.cause)
    if (cause instanceof WebhookCallError) {
      const sentence = cause.message.replace("The endpoint", "its server").replace(/\.$/, "");
      return `couldn’t be reached: ${sentence.replace(/^[A-Z]/, (letter) => letter.toLowerCase())}`;
    }
  const code = failure instanceof Error && "code" in failure ? failure.code : null;
  if (code === "OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED")
    return "isn’t the one that its server names: copy it exactly, with or without a slash at the end";
  return "has no usable settings at /.well-known/openid-configuration";
}
