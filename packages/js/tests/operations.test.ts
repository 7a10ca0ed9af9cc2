import { expect, test } from "vitest";
import { apiDocument } from "../../../tests/support/contract/api-document";
import { json, startScriptedService } from "../../../tests/support/twins/scripted-service";
import { createClient, type FormIntakeClient } from "../src/form-intake";
import type { operations } from "../src/generated/api-types";

type Calls = Record<keyof operations, (client: FormIntakeClient) => Promise<unknown>>;

const rule = {
  id: "r",
  name: "n",
  field: "f",
  operator: "present" as const,
  value: null,
  recipientIds: [],
};
const reply = { enabled: true, subject: "s", message: "m", replyRecipientId: "r" };
const widget = { siteKey: "k", secretKey: "s", hostnames: ["a.example"], enabled: true };

/** Complete by type: an operation of the document that's missing here doesn't compile. */
const CALLS: Calls = {
  getToken: ({ token }) => token.get(),
  listForms: ({ forms }) => forms.list(),
  createForm: ({ forms }) => forms.create({ name: "Contact", recipientIds: [] }),
  getForm: ({ forms }) => forms.get("f"),
  getFormTemplate: ({ forms }) => forms.template("f"),
  updateForm: ({ forms }) => forms.update("f", { status: "paused" }),
  deleteForm: ({ forms }) => forms.delete("f"),
  rotateFormKey: ({ forms }) => forms.rotateKey("f"),
  connectTurnstile: ({ turnstile }) => turnstile.connect("f", widget),
  disconnectTurnstile: ({ turnstile }) => turnstile.disconnect("f"),
  getFields: ({ fields }) => fields.get("f"),
  saveFields: ({ fields }) => fields.save("f", { revision: null, fields: [] }),
  getPage: ({ page }) => page.get("f"),
  savePage: ({ page }) => page.save("f", { revision: null, title: "Write to us" }),
  getOptions: ({ options }) => options.get("f"),
  saveOptions: ({ options }) =>
    options.save("f", {
      revision: null,
      opensAt: null,
      closesAt: null,
      maxSubmissions: 50,
      closedText: null,
      keepContext: true,
      attachFiles: false,
      scriptAnswer: "json",
    }),
  getSpamFilter: ({ spamFilter }) => spamFilter.get("f"),
  saveSpamFilter: ({ spamFilter }) =>
    spamFilter.save("f", { revision: null, filter: "move", challenge: false }),
  forgetSpamWords: ({ spamFilter }) => spamFilter.forgetWords(),
  listNotificationChoices: ({ notify }) => notify.list("f"),
  saveNotificationChoice: ({ notify }) =>
    notify.save("f", { memberId: "m", frequency: "daily", hour: 9 }),
  getRouting: ({ routing }) => routing.get("f"),
  saveRouting: ({ routing }) => routing.save("f", { revision: null, enabled: true, rules: [rule] }),
  previewRouting: ({ routing }) =>
    routing.preview("f", { config: { enabled: true, rules: [] }, fields: {} }),
  getAutoresponder: ({ autoresponder }) => autoresponder.get("f"),
  saveAutoresponder: ({ autoresponder }) => autoresponder.save("f", { revision: null, ...reply }),
  previewAutoresponder: ({ autoresponder }) => autoresponder.preview("f", reply),
  getWebhook: ({ webhooks }) => webhooks.get("f"),
  saveWebhook: ({ webhooks }) => webhooks.save("f", { url: "https://a.example", enabled: true }),
  deleteWebhook: ({ webhooks }) => webhooks.delete("f"),
  rotateWebhookSecret: ({ webhooks }) => webhooks.rotateSecret("f", { revision: "r" }),
  testWebhook: ({ webhooks }) => webhooks.test("f"),
  listWebhookDeliveries: ({ webhookDeliveries }) => webhookDeliveries.list("f"),
  getWebhookDelivery: ({ webhookDeliveries }) => webhookDeliveries.get("f", "d"),
  retryWebhookDelivery: ({ webhookDeliveries }) => webhookDeliveries.retry("f", "d"),
  replayWebhook: ({ webhooks }) => webhooks.replay("f", { from: 0, to: 1, status: "all" }),
  listDestinations: ({ destinations }) => destinations.list("f"),
  createDestination: ({ destinations }) =>
    destinations.create("f", { kind: "webhook", url: "https://a.example" }),
  getDestination: ({ destinations }) => destinations.get("f", "d"),
  updateDestination: ({ destinations }) => destinations.update("f", "d", { enabled: false }),
  deleteDestination: ({ destinations }) => destinations.delete("f", "d"),
  testDestination: ({ destinations }) => destinations.test("f", "d"),
  rotateDestinationSecret: ({ destinations }) => destinations.rotateSecret("f", "d"),
  replayDestination: ({ destinations }) =>
    destinations.replay("f", "d", { from: 0, to: 1, status: "all" }),
  getSampleEvents: ({ destinations }) => destinations.sampleEvents("f"),
  listDestinationDeliveries: ({ destinationDeliveries }) => destinationDeliveries.list("f", "d"),
  getDestinationDelivery: ({ destinationDeliveries }) => destinationDeliveries.get("f", "d", "e"),
  retryDestinationDelivery: ({ destinationDeliveries }) =>
    destinationDeliveries.retry("f", "d", "e"),
  listRecipients: ({ recipients }) => recipients.list(),
  addRecipient: ({ recipients }) => recipients.add({ email: "a@example.com" }),
  listSubmissions: ({ submissions }) => submissions.list(),
  exportSubmissions: ({ submissions }) => submissions.export(),
  getSubmission: ({ submissions }) => submissions.get("s"),
  updateSubmission: ({ submissions }) => submissions.update("s", { read: true }),
  updateSubmissions: ({ submissions }) => submissions.updateMany({ ids: ["s"], read: true }),
  restoreSubmission: ({ submissions }) => submissions.restore("s"),
  deleteSubmission: ({ submissions }) => submissions.delete("s"),
  downloadAttachment: ({ submissions }) => submissions.downloadAttachment("s", "a"),
  retryEmailDelivery: ({ submissions }) => submissions.retryDelivery("s", "d"),
  listMembers: ({ members }) => members.list(),
  listNotes: ({ notes }) => notes.list("s"),
  createNote: ({ notes }) => notes.create("s", { text: "t" }),
  createNotes: ({ notes }) => notes.createMany({ ids: ["s"], text: "t" }),
  updateNote: ({ notes }) => notes.update("s", "n", { text: "t" }),
  deleteNote: ({ notes }) => notes.delete("s", "n"),
  listReplies: ({ replies }) => replies.list("s"),
  sendReply: ({ replies }) => replies.send("s", { text: "t" }),
  undoReply: ({ replies }) => replies.undo("s", "r"),
  listSavedReplies: ({ savedReplies }) => savedReplies.list(),
  createSavedReply: ({ savedReplies }) => savedReplies.create({ name: "n", text: "t" }),
  updateSavedReply: ({ savedReplies }) => savedReplies.update("r", { name: "n" }),
  deleteSavedReply: ({ savedReplies }) => savedReplies.delete("r"),
  listImports: ({ imports }) => imports.list(),
  createImport: ({ imports }) => imports.create({ formId: "f", filename: "m.csv" }),
  getImport: ({ imports }) => imports.get("i"),
  addImportPart: ({ imports }) => imports.addPart("i", { number: 0, data: "YQ==" }),
  previewImport: ({ imports }) => imports.preview("i"),
  startImport: ({ imports }) => imports.start("i", { dryRun: true }),
  cancelImport: ({ imports }) => imports.cancel("i"),
  undoImport: ({ imports }) => imports.undo("i"),
  getUsage: ({ usage }) => usage.get(),
  submitForm: (client) => client.submit("k", { message: "Hello" }),
};

const documented = Object.entries(apiDocument.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, { operationId }]) => ({ operationId, method, path })),
);

test("every operation of the document can be called, with its own method and path", async () => {
  const service = await startScriptedService();
  const client = createClient({ baseUrl: service.baseUrl, token: "t", maxRetries: 0 });
  for (const { operationId, method, path } of documented) {
    const call = Object.entries(CALLS).find(([name]) => name === operationId)?.[1];
    if (!call) throw new Error(`${operationId} can't be called`);
    service.script(json(200, { data: {} }));
    await call(client);
    const [request] = service.received;
    const pattern = new RegExp(`^${path.replaceAll(/\{\w+\}/g, "[a-z]")}$`);
    expect(request?.path, operationId).toMatch(pattern);
    expect(request?.method, operationId).toBe(method.toUpperCase());
  }
  await service.stop();
});

test("the client has a method for each operation, and an iterator for each paginated list", () => {
  const client = createClient({ baseUrl: "https://forms.example.com" });
  const methods = Object.values(client).flatMap((resource) =>
    typeof resource === "function" ? ["submit"] : Object.keys(resource),
  );
  expect(methods.filter((name) => name !== "all")).toHaveLength(documented.length);
  expect(methods.filter((name) => name === "all")).toHaveLength(5);
});
