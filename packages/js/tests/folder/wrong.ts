import {
  createClient,
  type ErrorCode,
  type Form,
  FormIntakeError,
  type FormSummary,
  type Page,
  verifyWebhook,
} from "form-intake";

// Compiled, not run: each mistake has to be found by the compiler.
const client = createClient({ baseUrl: "https://forms.example.com", token: "t" });

export async function mistakes(): Promise<void> {
  // @ts-expect-error a folder that doesn't exist
  await client.submissions.list({ folder: "bin" });
  // @ts-expect-error a query parameter that doesn't exist
  await client.forms.list({ page: 2 });
  // @ts-expect-error a required field is missing
  await client.forms.create({ name: "Contact" });
  // @ts-expect-error a template has settings of its own
  await client.forms.create({ template: { version: 1, name: "Contact" }, settings: {} });
  // @ts-expect-error the current revision is missing
  await client.routing.save("f", { enabled: true, rules: [] });
  // @ts-expect-error a webhook may not exist
  (await client.webhooks.get("f")).url;
  // @ts-expect-error only a test event has a message
  (await verifyWebhook("", {}, "")).data.message;
  // @ts-expect-error the files aren't included
  (await client.submissions.list({ include: "fields" })).data[0]?.attachments.length;
  // @ts-expect-error a delivery of a destination has three IDs
  await client.destinationDeliveries.retry("f", "d");
  // @ts-expect-error a test takes no body
  await client.destinations.test("f", "d", { from: 0 });
  // @ts-expect-error a delivery has no signing secret
  (await client.destinationDeliveries.get("f", "d", "e")).signingSecret;
  // @ts-expect-error the base URL is missing
  createClient({ token: "t" });
}

/** Known codes are completed, and ones that are added later are fine. */
export const codes: ErrorCode[] = ["not_found", "added_later"];
export const code: ErrorCode = new FormIntakeError("", { status: 404, code: "not_found" }).code;
export const form: Promise<Form> = client.forms.create({ name: "Contact", recipientIds: [] });
export const page: Promise<Page<FormSummary>> = client.forms.list({ limit: 10 });
export const included: Promise<Record<string, string | string[]> | undefined> = client.submissions
  .list({ include: "fields,attachments" })
  .then(({ data: [first] }) => (first?.attachments.length === 0 ? first.fields : undefined));
export const deleted: Promise<void> = client.forms.delete("f");
export const tested: Promise<{ deliveryId: string }> = client.destinations.test("f", "d");
export const attempts: Promise<number> = client.destinationDeliveries
  .get("f", "d", "e")
  .then(({ attempts: all }) => all.length);
