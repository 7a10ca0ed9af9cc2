import type {
  CreateFormInput,
  Form,
  FormSettings,
  FormSummary,
  FormWithWidget,
  UpdateFormInput,
} from "#lib/forms/schema";
import { IDS, type OperationExample, TIMES } from "#lib/http/openapi/examples/example";
import { turnstile } from "#lib/http/openapi/examples/turnstile";

export const PUBLIC_KEY = "7hQ2mXw9RkT4vB1nZc8LdE6y";

const settings: FormSettings = {
  subject: "New message from the website",
  allowedOrigins: ["https://www.example.com"],
  redirectUrl: "https://www.example.com/thanks",
  honeypot: "botcheck",
  messageRetentionDays: null,
  uploads: { enabled: true, retentionDays: 30 },
};

const summary: FormSummary = {
  id: IDS.form,
  name: "Contact",
  status: "active",
  recipientIds: [IDS.recipient],
  settings,
  createdAt: TIMES.created,
  updatedAt: TIMES.created,
};

const form: Form = { ...summary, publicKey: PUBLIC_KEY };
const withWidget: FormWithWidget = { ...form, turnstile };

export const formExamples = {
  listForms: { query: { limit: 25 }, responses: { 200: { data: [summary], nextCursor: null } } },
  createForm: {
    body: {
      name: "Contact",
      recipientIds: [IDS.recipient],
      settings: {
        subject: settings.subject,
        allowedOrigins: settings.allowedOrigins,
        redirectUrl: settings.redirectUrl,
        uploads: { enabled: true },
      },
    } satisfies CreateFormInput,
    responses: { 201: { data: form } },
  },
  getForm: { responses: { 200: { data: withWidget } } },
  updateForm: {
    body: {
      status: "paused",
      settings: { uploads: { retentionDays: 7 } },
    } satisfies UpdateFormInput,
    responses: {
      200: {
        data: {
          ...form,
          status: "paused",
          settings: { ...settings, uploads: { enabled: true, retentionDays: 7 } },
          updatedAt: TIMES.now,
        } satisfies Form,
      },
    },
  },
  rotateFormKey: {
    responses: {
      200: {
        data: {
          ...form,
          publicKey: "Kp5sYb2JtW8fNq3GxM7uHr4a",
          updatedAt: TIMES.now,
        } satisfies Form,
      },
    },
  },
} satisfies Record<string, OperationExample>;
