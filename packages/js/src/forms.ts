import { type CallOptions, type Connected, eachItem, type MethodOf, type Query } from "./call.js";
import type { CreateFormInput, FormSummary, TemplateInput } from "./generated/api-types.js";

/** A form from scratch, which needs a name and recipients, or from a template, which has them. */
export type NewForm =
  | (CreateFormInput & { name: string; recipientIds: string[]; template?: never })
  | (CreateFormInput & { template: TemplateInput; settings?: never });

/** Forms and their settings. */
export function formResources({ operation, operationWith }: Connected) {
  const listForms = operationWith("GET", "/v1/forms");
  const create: MethodOf<"POST", "/v1/forms", [body: NewForm]> = operationWith("POST", "/v1/forms");
  return {
    forms: {
      /** One page of forms, newest first. */
      list: listForms,
      /** All forms, newest first, page by page. */
      all: (
        query: Query<"/v1/forms"> = {},
        options: CallOptions = {},
      ): AsyncGenerator<FormSummary, void> =>
        eachItem((page) => listForms(page, options), { limit: 100, ...query }),
      /** Not repeated after a lost connection: list your forms before you retry. */
      create,
      get: operation("GET", "/v1/forms/{formId}"),
      /** The form as a template, to send as `template` to `create`, here or on another server. */
      template: operation("GET", "/v1/forms/{formId}/template"),
      /** Changes only the properties in the body. */
      update: operationWith("PATCH", "/v1/forms/{formId}"),
      /** Permanently deletes the form and its submissions. */
      delete: operation("DELETE", "/v1/forms/{formId}"),
      /** Gives the form a new public key. The old one stops working. */
      rotateKey: operation("POST", "/v1/forms/{formId}/rotate-key"),
    },
    /** The fields a form knows. To save, send the current `revision`, or null the first time. */
    fields: {
      get: operation("GET", "/v1/forms/{formId}/fields"),
      save: operationWith("POST", "/v1/forms/{formId}/fields"),
    },
    /** Text and appearance of a form's pages. To save, send the current `revision`, or null the first time. */
    page: {
      get: operation("GET", "/v1/forms/{formId}/page"),
      save: operationWith("POST", "/v1/forms/{formId}/page"),
    },
    /** A form's Turnstile widget. */
    turnstile: {
      connect: operationWith("POST", "/v1/forms/{formId}/turnstile"),
      disconnect: operation("DELETE", "/v1/forms/{formId}/turnstile"),
    },
    /** When each member is notified of a form's messages. */
    notify: {
      list: operation("GET", "/v1/forms/{formId}/notify"),
      save: operationWith("POST", "/v1/forms/{formId}/notify"),
    },
    /** When a form is open, and other options. To save, send the current `revision`, or null the first time. */
    options: {
      get: operation("GET", "/v1/forms/{formId}/options"),
      save: operationWith("POST", "/v1/forms/{formId}/options"),
    },
    /** A form's spam filter. To save, send the current `revision`, or null the first time. */
    spamFilter: {
      get: operation("GET", "/v1/forms/{formId}/spam"),
      save: operationWith("POST", "/v1/forms/{formId}/spam"),
      /** Forgets what the workspace has learned from messages that people marked. */
      forgetWords: operation("DELETE", "/v1/spam/words"),
    },
    /** A form's routing rules. To save, send the current `revision`, or null the first time. */
    routing: {
      get: operation("GET", "/v1/forms/{formId}/routing"),
      save: operationWith("POST", "/v1/forms/{formId}/routing"),
      preview: operationWith("POST", "/v1/forms/{formId}/routing/preview"),
    },
    /** A form's auto-reply. To save, send the current `revision`, or null the first time. */
    autoresponder: {
      get: operation("GET", "/v1/forms/{formId}/autoresponder"),
      save: operationWith("POST", "/v1/forms/{formId}/autoresponder"),
      preview: operationWith("POST", "/v1/forms/{formId}/autoresponder/preview"),
    },
  };
}
