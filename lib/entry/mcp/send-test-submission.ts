import { z } from "zod";
import { AppError } from "#lib/core/errors";
import { getForm } from "#lib/domain/forms/forms";
import { exampleValues } from "#lib/domain/forms/snippets/field-snippets";
import { acceptSubmission } from "#lib/domain/intake/accept-submission";
import { faultDetails, fitFields } from "#lib/domain/intake/fit-fields";
import {
  findOpenForm,
  type OpenForm,
  requireActive,
  visitorContext,
} from "#lib/domain/intake/open-form";
import { queueUsageAlert } from "#lib/domain/usage/queue-usage-alert";
import { dataResponse, defineEndpoint, type Endpoint } from "#lib/entry/management/endpoint";
import { AcceptedSubmission } from "#lib/entry/openapi/intake-shapes";

const MAX_VALUE_LENGTH = 1_000;
const MAX_FIELDS = 20;

const TestSubmissionInput = z.strictObject({
  fields: z
    .record(z.string().min(1).max(100), z.string().max(MAX_VALUE_LENGTH))
    .refine((fields) => Object.keys(fields).length <= MAX_FIELDS, "must have at most 20 fields")
    .optional()
    .describe(
      "Values by field name, at most 20. By default, values that fit the form's fields, or a name, an email, and a message.",
    ),
});

const USUAL = {
  name: "Test",
  email: "test@example.com",
  message: "This is a test message. No one submitted this form.",
};

/** @throws {AppError} validation_failed if a value doesn't fit its field; files can't be sent and aren't required */
function requireFitting(form: OpenForm, given: Record<string, string> | undefined) {
  const list = form.fieldList?.fields ?? [];
  const usual = list.length > 0 ? exampleValues(list) : Object.entries(USUAL);
  const sent = given ? Object.entries(given) : usual;
  const { fields, invalidFields, faults } = fitFields(form, { fields: sent, files: [] });
  const details = faultDetails(faults.filter(({ rule }) => rule !== "no_file")).map(
    ({ path, message }) => ({ path: `fields.${path}`, message }),
  );
  if (details.length > 0)
    throw new AppError("validation_failed", "Some values don't fit the form's fields.", {
      details,
    });
  return { fields, invalidFields };
}

/** The field that marks a test in the inbox, in emails, and in events. */
const MARK: [string, string] = ["test", "true"];

/** A tool without an endpoint under `/v1`: there, a submission comes from a visitor. */
export const sendTestSubmission: Endpoint = {
  tag: "Forms",
  ...defineEndpoint("POST /mcp/{formId}", {
    operationId: "sendTestSubmission",
    summary: "Send a test submission",
    description:
      "Submits a form as a visitor would: it's stored, counted, and sent to recipients and the webhook. The field `test` marks it as a test.",
    scope: "forms:write",
    body: TestSubmissionInput,
    queues: true,
    responses: {
      201: dataResponse("The accepted submission.", AcceptedSubmission.shape.data, {
        id: "019a91cf-0000-7000-8000-000000000000",
        receivedAt: Date.UTC(2026, 10, 21, 10),
      }),
    },
    data: async (ctx, { params, body }) => {
      const { publicKey } = await getForm(ctx, params.formId);
      const form = requireActive(await findOpenForm(publicKey));
      const visitor = visitorContext(form, ctx.now);
      const { fields, invalidFields } = requireFitting(form, body.fields);
      const { id, receivedAt, usage } = await acceptSubmission(visitor, form, {
        fields: [...fields, MARK],
        invalidFields,
        unusedFields: [],
        files: [],
        isHoneypotFilled: false,
        repeatKey: null,
        replyWords: null,
        challenge: null,
        formLimit: { isAllowed: true, resetSeconds: 0 },
      });
      if (usage) await queueUsageAlert(visitor, usage.accepted, usage.allowance);
      return { id, receivedAt };
    },
  }),
};
