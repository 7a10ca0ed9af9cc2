import type { Page } from "playwright/test";

const FILE = {
  version: 1,
  name: "Workshops",
  recipients: ["workshops@example.com"],
  settings: {
    subject: "{{form}}: {{name}}",
    allowedOrigins: ["https://www.example.com"],
    redirectUrl: "https://www.example.com/thanks",
  },
  blockedWords: ["casino"],
  fields: {
    fields: [
      { name: "name", type: "text", label: "Name", required: true },
      { name: "topic", type: "text", label: "Workshop" },
    ],
  },
  page: { title: "Register" },
  routing: {
    enabled: true,
    rules: [
      {
        name: "Pottery",
        field: "topic",
        operator: "contains",
        value: "pottery",
        recipients: ["pottery@example.com"],
      },
    ],
  },
  autoresponder: {
    enabled: true,
    subject: "Thanks for registering",
    message: "See you soon.",
    replyAddress: "workshops@example.com",
  },
  webhook: { url: "https://hooks.example.com/form", enabled: true },
  destinations: [{ kind: "slack", name: "Leads", url: null }],
  leftOut: ["logo", "destination_urls"],
};

/** A file to select in a browser. */
export const fileWith = (value: unknown, name = "workshops.form.json") => ({
  name,
  mimeType: "application/json",
  buffer: Buffer.from(typeof value === "string" ? value : JSON.stringify(value)),
});

/** Selects a form's file on the page that starts from one. */
export async function selectFile(page: Page, file: unknown = FILE): Promise<void> {
  await page.goto("/forms/new/file");
  await page.getByLabel("File", { exact: true }).setInputFiles(fileWith(file));
}
