import { randomUUID } from "node:crypto";
import type { CapturedEmail } from "#lib/domain/emails/schema";
import type { Form } from "#lib/domain/forms/schema";
import type { Submission } from "#lib/domain/submissions/schema";
import { connectPath, giveApp } from "#tests/e2e/support/connect-app";
import { givePast, runSql } from "#tests/e2e/support/past";
import { giveTeam, type Team } from "#tests/e2e/support/team";
import type { Words } from "#tests/e2e/support/words";
import { Owner } from "#tests/support/factories/owner";
import {
  addDestination,
  listDeliveries,
  passedChallenge,
  proveWidget,
  saveAutoresponder,
  saveRouting,
  saveWebhook,
  saveWidget,
  testDestination,
} from "#tests/support/factories/owner-forms";
import { PNG } from "#tests/support/factories/sample-files";
import { sendFiles, sendMessage } from "#tests/support/factories/service-requests";

/** A workspace in use, with at least one of everything that a page can show. */
export type World = {
  words: Words;
  owner: Owner;
  form: Form;
  pausedForm: Form;
  /** In the inbox, with a file, a repeated field, and a sent notification. */
  message: Submission;
  archived: string;
  spam: string;
  /** Looks like spam, and is in the inbox. */
  suspected: string;
  /** A webhook delivery of a message. */
  deliveryId: string;
  /** A webhook destination that gets no messages, and the delivery of its test. */
  destinationId: string;
  destinationDeliveryId: string;
  notification: CapturedEmail;
  verification: CapturedEmail;
  /** A confirmation link that no one has opened yet. */
  openLink: string;
  /** With a verified widget and auto-replies. */
  replyForm: Form;
  /** Opt-out links of these auto-replies, one per visitor. */
  optOutLinks: readonly string[];
  /** Marks a message as spam without signing in. */
  spamLink: string;
  /** Confirms a message that waits. */
  confirmLink: string;
  team: Team;
  /** Ends the owner's digests without signing in. */
  stopLink: string;
  /** The page on which the owner connects an app. */
  connectPath: string;
};

async function sendAll(owner: Owner, form: Form, words: Words) {
  const { baseUrl } = owner;
  const ordinary = { name: words.senderName, email: "ada@example.com", message: words.message };
  const fields = { ...ordinary, [words.fieldName]: words.fieldValue, remarks: "" };
  const file = new File([new Uint8Array(PNG)], words.fileName);
  const full = await sendFiles(baseUrl, form, fields, [file]);
  const archived = await sendMessage(baseUrl, form, { ...ordinary, topics: ["Print", "Web"] });
  const spam = await sendMessage(baseUrl, form, { ...ordinary, botcheck: "http://spam.example" });
  await sendMessage(baseUrl, form, { email: "bob@example.com", text: words.message });
  await owner.updateMessage(archived, { folder: "archive", read: true });
  const letters = { name: "xKqZtRvbWp", message: "QmTzRkLpWvXbYh zQxVwJkHtB" };
  const suspected = await sendMessage(baseUrl, form, { ...letters, email: "w.k.p.t.r@gmail.com" });
  return { full, archived, spam, suspected };
}

/** A destination with a condition that nothing meets, and a test of it. */
async function fillDestination(owner: Owner, { id }: Form, { ruleName }: Words, url: string) {
  const conditions = { match: "all", rules: [{ field: "never", operator: "present" }] };
  const headers = [{ name: "Authorization", value: "Bearer of-a-gateway-q7Zx" }];
  const body = { kind: "webhook", url, name: ruleName, conditions, headers };
  const destination = await addDestination(owner, id, body);
  return {
    destinationId: destination.id,
    destinationDeliveryId: await testDestination(owner, id, destination.id),
  };
}

type Integrated = { form: Form; pausedForm: Form; recipientId: string; words: Words };

async function fillIntegrations(
  owner: Owner,
  { form, pausedForm, recipientId, words }: Integrated,
) {
  const rule = { field: words.fieldName.slice(0, 100), operator: "present", value: null } as const;
  await saveRouting(owner, form.id, {
    revision: null,
    enabled: true,
    rules: [
      { ...rule, id: randomUUID(), name: words.ruleName, recipientIds: [recipientId] },
      { ...rule, id: randomUUID(), name: "Second", recipientIds: [recipientId] },
    ],
  });
  await saveAutoresponder(owner, form.id, {
    enabled: false,
    subject: words.subject,
    message: words.message,
    replyRecipientId: recipientId,
  });
  // With a condition that nothing meets, so that nothing is sent.
  await addDestination(owner, form.id, {
    kind: "slack",
    url: "https://hooks.slack.com/services/T0/B0/neverCalled",
    name: words.ruleName,
    conditions: {
      match: "all",
      rules: [
        { field: rule.field, operator: "present" },
        { field: "never", operator: "contains", value: words.subject },
      ],
    },
  });
  // A rejected submission for the form doctor.
  await fetch(`${owner.baseUrl}/f/${form.publicKey}`, {
    method: "POST",
    headers: { origin: "https://www.example.com" },
    body: new URLSearchParams({ message: " " }),
  });
  await saveWidget(owner, pausedForm.id, "0x4AAAAAAAsite");
}

/** Signs in on a phone and exports a person's data. */
async function actElsewhere(owner: Owner, words: Words): Promise<void> {
  await owner.signInAgain(words.userAgent);
  await owner.exportPerson("ada@example.com");
}

/** A form with auto-replies, the opt-out links in two of them, the link that marks a message as spam, and the one that confirms a message. */
async function fillReplies(owner: Owner, recipientId: string, words: Words) {
  const form = await owner.createForm(words.replyFormName, { recipientIds: [recipientId] });
  await saveWidget(owner, form.id, "0x4AAAAAAAreply");
  await proveWidget(owner, form);
  const { subject, message } = words;
  const input = { enabled: true, subject, message, replyRecipientId: recipientId };
  await saveAutoresponder(owner, form.id, input);
  const links = ["grace", "alan"].map(async (name) => {
    // The service writes to an address for strangers only a few times a day.
    const email = `${name}-${form.publicKey}@example.com`;
    const consent = { _service_autoreply: "true", "cf-turnstile-response": passedChallenge() };
    await sendMessage(owner.baseUrl, form, { email, message: "Please", ...consent });
    const mail = await owner.awaitEmail("visitor_reply", email);
    return /\S+\/opt-out\?token=\S+/.exec(mail.text)?.[0] ?? "";
  });
  const optOutLinks = await Promise.all(links);
  const notification = await owner.awaitEmail("notification", owner.email);
  const spamLink = /\S+\/mark-spam\?token=\S+/.exec(notification.text)?.[0] ?? "";
  return { replyForm: form, optOutLinks, spamLink, confirmLink: await askToConfirm(owner, form) };
}

/** Makes visitors of a form with a confirmed widget confirm their messages; the link in the first email. */
export async function askToConfirm(owner: Owner, form: Form): Promise<string> {
  const page = { revision: null, confirmEmail: true };
  await owner.api("POST", `/forms/${form.id}/page`, 200, page);
  const email = `edsger-${form.publicKey}@example.com`;
  const passed = { "cf-turnstile-response": passedChallenge() };
  await sendMessage(owner.baseUrl, form, { email, message: "Waiting", ...passed });
  const mail = await owner.awaitEmail("confirmation", email);
  return /\S+\/confirm-message\?token=\S+/.exec(mail.text)?.[0] ?? "";
}

/** Sends the owner a digest with a message of a form; the link in it that ends them. */
async function sendDigest(owner: Owner, dataDir: string, form: Form): Promise<string> {
  const { data } = await (await owner.api("GET", `/forms/${form.id}/notify`, 200)).json();
  const { memberId } = data.find(({ email }: { email: string }) => email === owner.email);
  const choice = { memberId, frequency: "hourly" };
  await owner.api("POST", `/forms/${form.id}/notify`, 200, choice);
  const passed = { "cf-turnstile-response": passedChallenge() };
  await sendMessage(owner.baseUrl, form, { message: "Good morning", ...passed });
  const due = "UPDATE notification_choices SET next_at = now() - interval '1 second'";
  await runSql(dataDir, `${due} WHERE form_id = $1`, [form.id]);
  const mail = await owner.awaitEmail("digest", owner.email);
  return /\S+\/stop-digests\?token=\S+/.exec(mail.text)?.[0] ?? "";
}

/** A running service: its URL, its data folder for past data, and a webhook endpoint. */
export type Place = { baseUrl: string; dataDir: string; receiverUrl: string };

export async function fillWorkspace(
  { baseUrl, dataDir, receiverUrl }: Place,
  words: Words,
): Promise<World> {
  const owner = await Owner.signUp(baseUrl, words.workspaceName);
  const recipient = await owner.ownRecipient();
  const colleague = await owner.addVerifiedRecipient();
  const waiting = await owner.addRecipient(`waiting-${recipient.id}@example.com`);
  const settings = { subject: words.subject, uploads: { enabled: true } };
  const recipientIds = [recipient.id];
  const form = await owner.createForm(words.formName, { recipientIds, settings });
  const pausedForm = await owner.createForm(words.pausedFormName, { recipientIds });
  await owner.updateForm(pausedForm.id, { status: "paused", recipientIds: [] });
  await saveWebhook(owner, form.id, receiverUrl);
  const sent = await sendAll(owner, form, words);
  // Saved after the messages, which went to the form's default recipients.
  await fillIntegrations(owner, { form, pausedForm, recipientId: recipient.id, words });
  const savedReply = { name: words.subject.slice(0, 80), text: words.message };
  await owner.api("POST", "/saved-replies", 201, savedReply);
  await actElsewhere(owner, words);
  await owner.createToken(words.tokenName);
  await owner.revokeToken((await owner.createToken(words.tokenName)).id);
  await givePast(dataDir, owner, (await owner.createToken(words.tokenName)).id);
  await giveApp(dataDir, owner, words.tokenName);
  const message = await owner.awaitSent(sent.full);
  await owner.confirmEmail();
  const replies = await fillReplies(owner, recipient.id, words);
  return {
    words,
    owner,
    form,
    pausedForm,
    message,
    archived: sent.archived,
    spam: sent.spam,
    suspected: sent.suspected,
    deliveryId: (await listDeliveries(owner, form.id))[0]?.id ?? "",
    ...(await fillDestination(owner, form, words, receiverUrl)),
    notification: await owner.awaitEmail("notification", owner.email, message.id),
    verification: await owner.awaitEmail("verification", colleague.email),
    openLink: waiting.link,
    ...replies,
    stopLink: await sendDigest(owner, dataDir, replies.replyForm),
    connectPath: await connectPath(owner, { name: words.tokenName }),
    team: await giveTeam(dataDir, owner),
  };
}
