import { UPLOAD_TYPE_NAMES } from "#lib/domain/forms/file-rules";
import type { FormSettings } from "#lib/domain/forms/schema";
import { UNSAVED_PARTS } from "#lib/domain/templates/form-parts";
import { type FormTemplate, TEMPLATE_VERSION } from "#lib/domain/templates/template-schema";

/** A form with a routing rule and a chat, as a template. */
export function toTemplateExample(name: string, settings: FormSettings): FormTemplate {
  const { logoUrl: _, ...page } = UNSAVED_PARTS.page;
  return {
    version: TEMPLATE_VERSION,
    name,
    recipients: ["hello@example.com"],
    settings,
    uploadTypes: UPLOAD_TYPE_NAMES,
    blockedWords: ["casino"],
    spamRetentionDays: 30,
    fields: UNSAVED_PARTS.fields,
    page,
    options: UNSAVED_PARTS.options,
    spam: UNSAVED_PARTS.spam,
    routing: {
      enabled: true,
      rules: [
        {
          name: "Sales",
          field: "topic",
          operator: "equals",
          value: "sales",
          recipients: ["sales@example.com"],
        },
      ],
    },
    autoresponder: null,
    webhook: { url: "https://www.example.com/hooks/forms", enabled: true },
    destinations: [
      {
        kind: "slack",
        name: "Leads",
        url: null,
        enabled: true,
        events: ["submission.created"],
        conditions: null,
        content: "full",
      },
    ],
    leftOut: ["destination_urls"],
  };
}
