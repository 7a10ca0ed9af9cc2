import {
  createClient,
  FormIntakeError,
  verifyWebhook,
  WebhookVerificationError,
} from "form-intake";

export type Config = {
  baseUrl: string;
  token: string;
  recipientId: string;
  event: { body: string; headers: Record<string, string>; secret: string };
};

/** The error that a call throws; another kind of error is thrown on. */
async function errorOf(call: Promise<unknown>): Promise<FormIntakeError> {
  try {
    await call;
  } catch (error) {
    if (error instanceof FormIntakeError) return error;
    throw error;
  }
  throw new Error("The call didn't throw.");
}

/** Uses the client the way a user does, with only what every JavaScript runtime has. */
export async function journey({ baseUrl, token, recipientId, event }: Config) {
  const client = createClient({ baseUrl, token });
  const settings = { uploads: { enabled: true }, allowedOrigins: ["https://www.acme.com"] };
  const form = await client.forms.create({
    name: "Contact",
    recipientIds: [recipientId],
    settings,
  });
  const renamed = await client.forms.update(form.id, { name: "Contact us" });
  const origin = "https://www.acme.com";

  const first = { idempotencyKey: "message-1", origin };
  const fields = { name: "Zoë", message: "Hello 👋", tags: ["a", "b"] };
  const submission = await client.submit(form.publicKey, fields, first);
  const repeated = await client.submit(form.publicKey, fields, first);
  const upload = new FormData();
  upload.append("name", "Ada");
  upload.append("notes", new Blob(["some notes"], { type: "text/plain" }), "notes.txt");
  const withFile = await client.submit(form.publicKey, upload, { origin });
  await client.submit(form.publicKey, { message: "Third" }, { origin });

  const names: (string | null)[] = [];
  for await (const { name } of client.submissions.all({ formId: form.id, limit: 2 }))
    names.push(name);
  const page = await client.submissions.list({ formId: form.id, unread: true, limit: 1 });
  const read = await client.submissions.get(submission.id);
  const { attachments } = await client.submissions.get(withFile.id);
  const file = await client.submissions.downloadAttachment(withFile.id, attachments[0]?.id ?? "");
  const csv = await client.submissions.export({ formId: form.id });

  const unknown = await errorOf(client.forms.get("01a00000-0000-7000-8000-000000000000"));
  const invalid = await errorOf(client.forms.update(form.id, { name: "" }));
  const paused = await client.forms.update(form.id, { status: "paused" });
  const rejected = await errorOf(client.submit(form.publicKey, { message: "Late" }, { origin }));
  const email = `new-${crypto.randomUUID()}@example.com`;
  const added = await client.recipients.add({ email });
  const cooldown = await errorOf(client.recipients.add({ email }));
  const stranger = await errorOf(createClient({ baseUrl }).usage.get());

  const once = { token, maxRetries: 0 };
  const silent = { ...once, baseUrl: `${baseUrl}/silent`, timeoutMs: 100 };
  const network = await Promise.all([
    errorOf(createClient({ ...once, baseUrl: `${baseUrl}/moved` }).usage.get()),
    errorOf(createClient(silent).usage.get()),
    errorOf(createClient({ ...once, baseUrl: "http://127.0.0.1:9" }).usage.get()),
  ]);
  const reason = new Error("the user left");
  const controller = new AbortController();
  const aborted = client.usage.get({ signal: controller.signal }).catch((error: unknown) => error);
  controller.abort(reason);

  const hook = { url: "https://hooks.example.com/form", enabled: true };
  const webhook = await client.webhooks.save(form.id, { ...hook });
  const { deliveryId } = await client.webhooks.test(form.id);
  const { payload } = await client.webhookDeliveries.get(form.id, deliveryId);
  const { body, headers, secret } = event;
  const verified = await verifyWebhook(body, new Headers(headers), secret);
  const forged = await verifyWebhook(`${body} `, headers, secret).catch((error) => error);

  await client.forms.delete(form.id);
  return {
    names,
    isRepeated: repeated.id === submission.id,
    hasMore: page.nextCursor !== null,
    fields: read.fields,
    file: await file.text(),
    csvLines: (await csv.text()).trim().split("\n").length,
    statuses: [renamed.name, paused.status, added.status, "signingSecret" in webhook],
    isAborted: (await aborted) === reason,
    network: network.map(({ status, code }) => `${status} ${code}`),
    codes: [unknown, invalid, rejected, cooldown, stranger].map((error) => error.code),
    details: invalid.details.map(({ path }) => path),
    hasRequestIds: [unknown, invalid, rejected].every(({ requestId }) => requestId !== null),
    isWaitKnown: (cooldown.retryAfterSeconds ?? 0) > 0,
    events: [payload.type, verified.type === "webhook.test" ? verified.data.message : ""],
    isForgeryRejected: forged instanceof WebhookVerificationError,
    isGone: (await errorOf(client.forms.get(form.id))).status === 404,
  };
}
