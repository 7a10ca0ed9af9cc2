export type { CallOptions, Page, Query } from "./call.js";
export {
  type ClientOptions,
  createClient,
  type FormIntakeClient,
  type SubmitOptions,
} from "./create-client.js";
export { type ErrorDetail, FormIntakeError } from "./errors.js";
export type { NewForm } from "./forms.js";
export type * from "./generated/api-types.js";
export type { Included } from "./submissions.js";
export {
  type VerifyOptions,
  verifyWebhook,
  type WebhookHeaders,
  WebhookVerificationError,
} from "./verify-webhook.js";
