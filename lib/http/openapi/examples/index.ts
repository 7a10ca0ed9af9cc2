import { autoresponderExamples } from "#lib/http/openapi/examples/autoresponder";
import { IDS, type OperationExample } from "#lib/http/openapi/examples/example";
import { formExamples } from "#lib/http/openapi/examples/forms";
import { recipientExamples } from "#lib/http/openapi/examples/recipients";
import { routingExamples } from "#lib/http/openapi/examples/routing";
import { submissionExamples } from "#lib/http/openapi/examples/submissions";
import { tokenExamples } from "#lib/http/openapi/examples/tokens";
import { turnstileExamples } from "#lib/http/openapi/examples/turnstile";
import { usageExamples } from "#lib/http/openapi/examples/usage";
import { webhookExamples } from "#lib/http/openapi/examples/webhooks";

const examples: Readonly<Record<string, OperationExample>> = {
  ...tokenExamples,
  ...formExamples,
  ...turnstileExamples,
  ...recipientExamples,
  ...submissionExamples,
  ...usageExamples,
  ...routingExamples,
  ...autoresponderExamples,
  ...webhookExamples,
};

/** An operation's example. Operations without a body, query or JSON response don't need one. */
export function exampleOf(operationId: string): OperationExample | undefined {
  return examples[operationId];
}

/** Operations with an example. */
export const EXAMPLE_IDS: readonly string[] = Object.keys(examples);

/** Path parameters in the examples. */
export const PARAMETER_EXAMPLES: Readonly<Record<string, string>> = {
  formId: IDS.form,
  submissionId: IDS.submission,
  attachmentId: IDS.attachment,
  emailDeliveryId: IDS.emailDelivery,
  deliveryId: IDS.webhookDelivery,
};
