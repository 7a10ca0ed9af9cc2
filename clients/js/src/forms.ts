import { type CallOptions, type Connected, eachItem, type Page, type Query } from "./call.js";
import type {
  Autoresponder,
  AutoresponderPreview,
  ConnectTurnstileInput,
  CreateFormInput,
  Form,
  FormFields,
  FormPage,
  FormSummary,
  FormWithWidget,
  NotificationPlan,
  PreviewAutoresponderInput,
  PreviewRoutingInput,
  Routing,
  SaveAutoresponderInput,
  SaveFieldsInput,
  SavePageInput,
  SaveRoutingInput,
  Turnstile,
  UpdateFormInput,
} from "./generated/api-types.js";

/** Forms and their settings. */
export function formResources({ call }: Connected) {
  const listForms = (
    query: Query<"/v1/forms"> = {},
    options: CallOptions = {},
  ): Promise<Page<FormSummary>> => call("GET", "/v1/forms", { query, ...options });
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
      create: (body: CreateFormInput, options: CallOptions = {}): Promise<Form> =>
        call("POST", "/v1/forms", { body, ...options }),
      get: (formId: string, options: CallOptions = {}): Promise<FormWithWidget> =>
        call("GET", "/v1/forms/{formId}", { path: { formId }, ...options }),
      /** Changes only the properties in the body. */
      update: (formId: string, body: UpdateFormInput, options: CallOptions = {}): Promise<Form> =>
        call("PATCH", "/v1/forms/{formId}", { path: { formId }, body, ...options }),
      /** Permanently deletes the form and its submissions. */
      delete: (formId: string, options: CallOptions = {}): Promise<void> =>
        call("DELETE", "/v1/forms/{formId}", { path: { formId }, ...options }),
      /** Gives the form a new public key. The old one stops working. */
      rotateKey: (formId: string, options: CallOptions = {}): Promise<Form> =>
        call("POST", "/v1/forms/{formId}/rotate-key", { path: { formId }, ...options }),
    },
    /** The fields a form knows. To save, send the current `revision`, or null the first time. */
    fields: {
      get: (formId: string, options: CallOptions = {}): Promise<FormFields> =>
        call("GET", "/v1/forms/{formId}/fields", { path: { formId }, ...options }),
      save: (
        formId: string,
        body: SaveFieldsInput,
        options: CallOptions = {},
      ): Promise<FormFields> =>
        call("POST", "/v1/forms/{formId}/fields", { path: { formId }, body, ...options }),
    },
    /** Texts and look of a form's pages. To save, send the current `revision`, or null the first time. */
    page: {
      get: (formId: string, options: CallOptions = {}): Promise<FormPage> =>
        call("GET", "/v1/forms/{formId}/page", { path: { formId }, ...options }),
      save: (formId: string, body: SavePageInput, options: CallOptions = {}): Promise<FormPage> =>
        call("POST", "/v1/forms/{formId}/page", { path: { formId }, body, ...options }),
    },
    /** A form's Turnstile widget. */
    turnstile: {
      connect: (
        formId: string,
        body: ConnectTurnstileInput,
        options: CallOptions = {},
      ): Promise<Turnstile> =>
        call("POST", "/v1/forms/{formId}/turnstile", { path: { formId }, body, ...options }),
      disconnect: (formId: string, options: CallOptions = {}): Promise<void> =>
        call("DELETE", "/v1/forms/{formId}/turnstile", { path: { formId }, ...options }),
    },
    /** A form's routing rules. To save, send the current `revision`, or null the first time. */
    routing: {
      get: (formId: string, options: CallOptions = {}): Promise<Routing> =>
        call("GET", "/v1/forms/{formId}/routing", { path: { formId }, ...options }),
      save: (formId: string, body: SaveRoutingInput, options: CallOptions = {}): Promise<Routing> =>
        call("POST", "/v1/forms/{formId}/routing", { path: { formId }, body, ...options }),
      preview: (
        formId: string,
        body: PreviewRoutingInput,
        options: CallOptions = {},
      ): Promise<NotificationPlan> =>
        call("POST", "/v1/forms/{formId}/routing/preview", { path: { formId }, body, ...options }),
    },
    /** A form's auto-reply. To save, send the current `revision`, or null the first time. */
    autoresponder: {
      get: (formId: string, options: CallOptions = {}): Promise<Autoresponder | null> =>
        call("GET", "/v1/forms/{formId}/autoresponder", { path: { formId }, ...options }),
      save: (
        formId: string,
        body: SaveAutoresponderInput,
        options: CallOptions = {},
      ): Promise<Autoresponder> =>
        call("POST", "/v1/forms/{formId}/autoresponder", { path: { formId }, body, ...options }),
      preview: (
        formId: string,
        body: PreviewAutoresponderInput,
        options: CallOptions = {},
      ): Promise<AutoresponderPreview> =>
        call("POST", "/v1/forms/{formId}/autoresponder/preview", {
          path: { formId },
          body,
          ...options,
        }),
    },
  };
}
