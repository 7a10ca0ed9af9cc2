import { randomUUID } from "node:crypto";
import { z } from "zod";
import { CapturedEmail, CapturedEmailItem } from "#lib/domain/emails/schema";
import { type CreateFormInput, Form, type UpdateFormInput } from "#lib/domain/forms/schema";
import { Recipient, RecipientPending } from "#lib/domain/recipients/schema";
import { Submission, SubmissionSummary } from "#lib/domain/submissions/schema";
import type { UpdateSubmissionInput } from "#lib/domain/submissions/update-schema";
import { SCOPE_NAMES, TokenListItem } from "#lib/domain/tokens/schema";
import { ask, dataOf, eventually, everyPage } from "#tests/support/factories/service-requests";

const CreatedToken = TokenListItem.extend({ token: z.string() });

/** The user agent of an owner's browser. */
const BROWSER = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";

/**
 * A workspace for one test on a running service, used only over HTTP, like an owner's browser and API
 * clients.
 */
export class Owner {
  /** The service's URL, which changes after a restart. */
  baseUrl: string;
  readonly workspaceName: string;
  readonly password = "correct horse battery";
  email = `owner-${randomUUID()}@example.com`;
  cookie = { name: "", value: "" };
  private token: Promise<string> | null = null;
  private provenAt = 0;
  private confirmation: Promise<void> | null = null;

  private constructor(baseUrl: string, workspaceName: string) {
    this.baseUrl = baseUrl;
    this.workspaceName = workspaceName;
  }

  static async signUp(baseUrl: string, workspaceName = "Example Studio"): Promise<Owner> {
    const owner = new Owner(baseUrl, workspaceName);
    await owner.enter("sign-up", 201, { workspaceName });
    return owner;
  }

  /** The account with an address that tests share; the first one creates it. */
  static async signInOrUp(baseUrl: string, email: string): Promise<Owner> {
    const owner = new Owner(baseUrl, "Operators");
    owner.email = email;
    const isNew = await owner.enter("sign-up", 201, { workspaceName: owner.workspaceName }).then(
      () => true,
      () => false,
    );
    if (!isNew) await owner.enter("sign-in", 200);
    return owner;
  }

  /** Signs up or in, in a browser. */
  private open(path: string, status: number, userAgent: string, more: object = {}) {
    const { baseUrl, email, password } = this;
    return ask(`${baseUrl}/api/account/${path}`, "POST", status, {
      body: { email, password, ...more },
      headers: { origin: baseUrl, "user-agent": userAgent },
    });
  }

  /** Signs up or in, and keeps the session's cookie. */
  private async enter(path: string, status: number, more: object = {}): Promise<void> {
    const response = await this.open(path, status, BROWSER, more);
    const [pair = ""] = response.headers.getSetCookie()[0]?.split(";") ?? [];
    const [name = "", ...value] = pair.split("=");
    this.cookie = { name, value: value.join("=") };
    this.provenAt = Date.now();
  }

  /** Calls a session endpoint, like the dashboard, with a sign-in that counts as recent. */
  private async account(method: string, path: string, status: number, body?: unknown) {
    if (Date.now() - this.provenAt > 10 * 60_000) await this.enter("sign-in", 200);
    const cookie = `${this.cookie.name}=${this.cookie.value}`;
    const origin = this.baseUrl;
    return ask(`${this.baseUrl}/api/account${path}`, method, status, {
      body,
      headers: method === "GET" ? { cookie } : { cookie, origin },
    });
  }

  /** Opens a session in another browser; the current one stays in use. */
  async signInAgain(userAgent: string): Promise<void> {
    await this.open("sign-in", 200, userAgent);
  }

  /** The export of a person's data, as the dashboard downloads it. */
  async exportPerson(email: string): Promise<string> {
    return (await this.account("POST", "/person-export", 200, { email })).text();
  }

  /** Calls the management API with a token, which is created on first use. */
  async api(method: string, path: string, status: number, body?: unknown): Promise<Response> {
    this.token ??= this.createToken("Tests").then(({ token }) => token);
    const headers = { authorization: `Bearer ${await this.token}` };
    return ask(`${this.baseUrl}/v1${path}`, method, status, { body, headers });
  }

  /** Gives the password again, as long after signing in as it may be. */
  async prove(): Promise<void> {
    await this.account("POST", "/prove", 204, { password: this.password });
  }

  async createToken(name: string) {
    await this.confirmEmail();
    await this.prove();
    const body = { name, scopes: SCOPE_NAMES };
    return dataOf(await this.account("POST", "/tokens", 201, body), CreatedToken);
  }

  async revokeToken(tokenId: string): Promise<void> {
    await this.account("DELETE", `/tokens/${tokenId}`, 204);
  }

  /** All captured emails, newest first. */
  listEmails(query: { kind?: CapturedEmailItem["kind"] } = {}): Promise<CapturedEmailItem[]> {
    const read = (page: string) => this.account("GET", `/test-inbox?${page}`, 200);
    return everyPage(query, CapturedEmailItem, read);
  }

  async readEmail(emailId: string): Promise<CapturedEmail> {
    return dataOf(await this.account("GET", `/test-inbox/${emailId}`, 200), CapturedEmail);
  }

  /** Waits for a captured email of a kind to an address that contains a text. */
  awaitEmail(kind: CapturedEmailItem["kind"], to: string, text = ""): Promise<CapturedEmail> {
    return eventually(`email of kind ${kind} to ${to} with "${text}"`, async () => {
      const items = await this.listEmails({ kind });
      const emails = items.filter((email) => email.to === to).map(({ id }) => this.readEmail(id));
      return (await Promise.all(emails)).find((email) => email.text.includes(text));
    });
  }

  /** The emailed link that verifies the owner's own address. */
  async ownLink(): Promise<string> {
    const { text } = await this.awaitEmail("account", this.email, "/confirm-email?token=");
    return /\S+\/confirm-email\?token=\w+/.exec(text)?.[0] ?? "";
  }

  /**
   * Verifies the owner's own address, which tokens and much else require, with the page's button in a browser
   * without scripts.
   */
  confirmEmail(): Promise<void> {
    this.confirmation ??= this.pressConfirm();
    return this.confirmation;
  }

  private async pressConfirm(): Promise<void> {
    const link = await this.ownLink();
    const cookie = `${this.cookie.name}=${this.cookie.value}`;
    const isConfirmed = (page: string) => page.includes("Address confirmed");
    const read = async () => (await fetch(link, { headers: { cookie } })).text();
    const page = await read();
    if (isConfirmed(page)) return;
    const body = new FormData();
    for (const [, name = "", value = ""] of page.matchAll(
      /<input type="hidden" name="([^"]*)"(?: value="([^"]*)")?/g,
    ))
      body.append(name, value.replaceAll("&quot;", '"').replaceAll("&amp;", "&"));
    const headers = { origin: new URL(link).origin, cookie };
    const response = await fetch(link, { method: "POST", headers, body, redirect: "manual" });
    if (!isConfirmed(await read())) throw new Error(`not confirmed: ${response.status}`);
  }

  /** Adds a recipient without confirming it; returns the emailed link. */
  async addRecipient(email: string): Promise<{ recipient: Recipient; link: string }> {
    const response = await this.api("POST", "/recipients", 202, { email });
    const recipient = await dataOf(response, RecipientPending);
    const { text } = await this.awaitEmail("verification", email);
    const link = /\S+\/verify-recipient\?token=\w+/.exec(text)?.[0];
    if (!link) throw new Error(`no link in: ${text}`);
    return { recipient, link };
  }

  async addVerifiedRecipient(email = `told-${randomUUID()}@example.com`): Promise<Recipient> {
    const { recipient, link } = await this.addRecipient(email);
    const { origin, pathname, searchParams } = new URL(link);
    const token = searchParams.get("token") ?? "";
    const response = await fetch(origin + pathname, {
      method: "POST",
      body: new URLSearchParams({ token }),
    });
    if (!response.ok) throw new Error(`not verified: ${await response.text()}`);
    return recipient;
  }

  /** The owner as a recipient, which confirming the own address made them. */
  async ownRecipient(): Promise<Recipient> {
    return dataOf(await this.api("POST", "/recipients", 200, { email: this.email }), Recipient);
  }

  async createForm(
    name: string,
    input: Partial<Omit<CreateFormInput, "name">> = {},
  ): Promise<Form> {
    const recipientIds = input.recipientIds ?? [(await this.addVerifiedRecipient()).id];
    const body = { ...input, name, recipientIds };
    return dataOf(await this.api("POST", "/forms", 201, body), Form);
  }

  async updateForm(formId: string, input: UpdateFormInput): Promise<void> {
    await this.api("PATCH", `/forms/${formId}`, 200, input);
  }

  /** All submissions, or a form's, whatever their folder, newest first. */
  listMessages(query: { formId?: string } = {}): Promise<SubmissionSummary[]> {
    const read = (page: string) => this.api("GET", `/submissions?${page}`, 200);
    return everyPage({ folder: "all", ...query }, SubmissionSummary, read);
  }

  async readMessage(submissionId: string): Promise<Submission> {
    return dataOf(await this.api("GET", `/submissions/${submissionId}`, 200), Submission);
  }

  async updateMessage(submissionId: string, input: UpdateSubmissionInput): Promise<void> {
    await this.api("PATCH", `/submissions/${submissionId}`, 200, input);
  }

  /** Waits until every email about the submission has a final status. */
  awaitSent(submissionId: string): Promise<Submission> {
    return eventually(`the emails of message ${submissionId}`, async () => {
      const message = await this.readMessage(submissionId);
      const isDone = message.deliveries.every(({ status }) => status === "sent");
      return isDone ? message : undefined;
    });
  }
}
