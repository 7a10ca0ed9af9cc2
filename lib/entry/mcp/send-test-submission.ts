import { z } from "zod";
import { AppError } from "#lib/core/errors";
import { newId } from "#lib/core/ids";
import { noteQueued } from "#lib/domain/deliveries/drain-trigger";
import { hasConsent } from "#lib/domain/emails/auto-reply/plan-reply";
import { getForm } from "#lib/domain/forms/forms";
import { exampleValues } from "#lib/domain/forms/snippets/field-snippets";
import { acceptSubmission } from "#lib/domain/intake/accept-submission";
import { faultDetails } from "#lib/domain/intake/faults";
import { fitFields } from "#lib/domain/intake/fit-fields";
import {
  findOpenForm,
  type OpenForm,
  requireActive,
  visitorContext,
} from "#lib/domain/intake/open-form";
import { queueUsageAlert } from "#lib/domain/usage/queue-usage-alert";
import { confirmationOf } from "#lib/entry/intake/respond-to-visitor";
import { namesOf, sortEntries } from "#lib/entry/intake/sort-entries";
import { dataResponse, defineEndpoint, type Endpoint } from "#lib/entry/management/endpoint";
import { AcceptedSubmission } from "#lib/entry/openapi/intake-shapes";
import { replyWords } from "#lib/entry/visitor-pages/words/page-texts";

const MAX_VALUE_LENGTH = 1_000;
const MAX_TEST_FIELDS = 20;

const TestSubmissionInput = z.strictObject({
  fields: z
    .record(z.string().min(1).max(100), z.string().max(MAX_VALUE_LENGTH))
    .refine(
      (fields) => Object.keys(fields).length <= MAX_TEST_FIELDS,
      "must have at most 20 fields",
    )
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

/**
 * Reads the values like a visitor's browser would send them, except files, which aren't required. Control fields and
 * honeypots aren't fields.
 *
 * @throws {AppError} validation_failed if a value doesn't fit its field; empty_submission
 */
function readAsVisitor(form: OpenForm, given: Record<string, string> | undefined) {
  const list = form.fieldList?.fields ?? [];
  const usual = list.length > 0 ? exampleValues(list) : Object.entries(USUAL);
  const entries = (given ? Object.entries(given) : usual).map(([name, value]) => ({ name, value }));
  const kindOf = namesOf(
    form,
    entries.map(({ name }) => name),
  );
  const { fields: sent, controls, unused, honeypot } = sortEntries(entries, kindOf);
  const { fields, invalidFields, faults } = fitFields(form, { fields: sent, files: [] });
  const details = faultDetails(faults.filter(({ rule }) => rule !== "no_file")).map(
    ({ path, message }) => ({ path: `fields.${path}`, message }),
  );
  if (details.length > 0)
    throw new AppError("validation_failed", "Some values don't fit the form's fields.", {
      details,
    });
  if (sent.length === 0)
    throw new AppError("empty_submission", "Send at least one field that isn't a control field.");
  return {
    fields,
    invalidFields,
    controls,
    unusedFields: unused,
    isHoneypotFilled: honeypot !== "",
  };
}

/** The field that marks a test in the inbox, in emails, and in events. */
const MARK: [string, string] = ["test", "true"];

/** A tool without an endpoint under `/v1`, because a real submission comes from a visitor. */
export const sendTestSubmission: Endpoint = {
  tag: "Forms",
  ...defineEndpoint("POST /mcp/{formId}", {
    operationId: "sendTestSubmission",
    summary: "Send a test submission",
    description:
      "Submits a form as a visitor would: it's stored, counted, and sent to recipients and the webhook. Control fields and the honeypot work as they do for visitors. The field `test` marks it as a test.",
    scope: "forms:write",
    body: TestSubmissionInput,
    queues: true,
    status: 201,
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
      const { fields, controls, ...read } = readAsVisitor(form, body.fields);
      const language = { languages: null };
      const altcha = controls.get("altcha");
      const { id, receivedAt, usage } = await acceptSubmission(visitor, form, {
        ...read,
        ...confirmationOf(form, fields, language),
        fields: [...fields, MARK],
        files: [],
        isTest: true,
        repeatKey: null,
        replyWords: hasConsent(controls) ? replyWords(form.page, language.languages) : null,
        challenge: controls.get("cf-turnstile-response") || null,
        solution: altcha ? { text: altcha, requestId: newId() } : null,
        formLimit: { isAllowed: true, resetSeconds: 0 },
      });
      noteQueued();
      if (usage) await queueUsageAlert(visitor, usage.accepted, usage.allowance);
      return { id, receivedAt };
    },
  }),
};
