import { db } from "#lib/adapters/db/database";
import type { Context } from "#lib/core/context";
import type { Channel } from "#lib/domain/deliveries/schema";
import { retryEmail } from "#lib/domain/emails/retry-email";
import { retryWebhookDelivery } from "#lib/domain/endpoints/retry-delivery";
import {
  deleteWebhook,
  rotateWebhookSecret,
  saveWebhook,
} from "#lib/domain/endpoints/save-webhook";
import { getWebhook } from "#lib/domain/endpoints/store";
import { testWebhook } from "#lib/domain/endpoints/test-webhook";
import { deleteForm } from "#lib/domain/forms/forms";
import { CreateFormInput, type Form } from "#lib/domain/forms/schema";
import { deleteSubmissions } from "#lib/domain/submissions/delete-submissions";
import { markNotSpam } from "#lib/domain/submissions/mark-not-spam";
import type { Folder } from "#lib/domain/submissions/schema";
import { updateSubmissions } from "#lib/domain/submissions/update-submissions";
import { drainOutbox } from "#lib/entry/jobs/drain-outbox";
import { runMaintenance } from "#lib/entry/jobs/run-maintenance";
import { acceptedId, postVisit } from "#tests/support/contract/intake";
import {
  contextAt,
  createForm,
  createWorkspace,
  type Workspace,
} from "#tests/support/factories/factories";
import { HOOK_URL } from "#tests/support/factories/webhook-state";
import { createTestClock } from "#tests/support/twins/test-clock";

const FORMS = 4;
/** The time limit of a drain that runs with all other work. */
const DRAIN_MS = 300;
/** The time that passes in one step: a lease, which is longer than a drain may take. */
const STEP_MS = 45_000;
/** The visitors' fixed time: an hour later, a file in transit would count as abandoned. */
const MAX_AHEAD_MS = 50 * 60_000;

/** A workspace that visitors, its owner and jobs use concurrently. */
export class BusyWorkspace {
  readonly clock = createTestClock(new Date());
  /** Ids of accepted submissions. */
  readonly acknowledged: string[] = [];
  private readonly forms: Form[] = [];
  private posts = 0;
  private readonly workspace: Workspace;

  private constructor(workspace: Workspace) {
    this.workspace = workspace;
  }

  static async create(): Promise<BusyWorkspace> {
    const busy = new BusyWorkspace(await createWorkspace({ plan: "scale" }));
    for (let count = 0; count < FORMS; count += 1) await busy.addForm();
    return busy;
  }

  /** The random operations, each with its relative frequency. */
  readonly works: readonly (readonly [name: string, weight: number, () => Promise<unknown>])[] = [
    ["post", 40, () => this.post()],
    ["drain", 12, () => this.drain()],
    ["maintenance", 3, () => this.maintain()],
    ["time passes", 4, async () => this.passTime()],
    ["move into spam", 6, () => this.move("spam")],
    ["move out of spam", 4, () => this.move("inbox")],
    ["release", 6, () => this.release()],
    ["delete", 5, async () => deleteSubmissions(this.now(), await this.someIds(3))],
    ["expire", 8, () => this.expire()],
    ["change a webhook", 3, () => this.changeWebhook()],
    ["rotate a secret", 2, () => this.rotate()],
    ["delete a webhook", 1, () => deleteWebhook(this.now(), this.someForm().id)],
    ["test a webhook", 2, () => testWebhook(this.now(), this.someForm().id)],
    ["retry an event", 5, () => this.retryEvent()],
    ["retry an email", 3, () => this.retryEmail()],
    ["replace a form", 0.2, () => this.replaceForm()],
  ];

  private passTime(): void {
    const aheadMs = this.clock.now().getTime() - Date.now();
    if (aheadMs < MAX_AHEAD_MS) this.clock.advance(STEP_MS);
  }

  private now(): Context {
    return contextAt(this.workspace, this.clock.now());
  }

  private async addForm(): Promise<void> {
    const settings = CreateFormInput.shape.settings.parse({ uploads: { enabled: true } });
    const form = await createForm(this.workspace, { settings });
    await saveWebhook(this.now(), form.id, { url: HOOK_URL, enabled: true });
    this.forms.push(form);
  }

  private async replaceForm(): Promise<void> {
    const [form] = this.forms.splice(0, 1);
    await this.addForm();
    if (form) await deleteForm(this.now(), form.id);
  }

  private someForm(): Form {
    const form = this.forms[Math.floor(Math.random() * this.forms.length)];
    if (!form) throw new Error("there is no form");
    return form;
  }

  private async someIds(count: number): Promise<string[]> {
    const rows = await db().$queryRaw<{ id: string }[]>`
      SELECT id FROM submissions WHERE workspace_id = ${this.workspace.id}::uuid
      ORDER BY random() LIMIT ${count}`;
    return rows.map(({ id }) => id);
  }

  private async someEnded(channel: Channel) {
    const [row] = await db().$queryRaw<{ id: string; submission_id: string; form_id: string }[]>`
      SELECT d.id, d.submission_id, s.form_id
      FROM deliveries d JOIN submissions s
        ON s.workspace_id = d.workspace_id AND s.id = d.submission_id
      WHERE d.channel = ${channel} AND d.status IN ('failed', 'uncertain') ORDER BY random() LIMIT 1`;
    return row;
  }

  private async post(): Promise<void> {
    const nth = ++this.posts;
    const trap = nth % 9 === 0 ? [{ name: "botcheck", content: "x" }] : [];
    const file = nth % 3 === 0 ? [{ name: "file", filename: "a.txt", content: `File ${nth}` }] : [];
    const { publicKey } = this.someForm();
    const send = () =>
      postVisit(publicKey, {
        address: `203.0.${(nth >> 8) & 255}.${nth & 255}`,
        headers: { "idempotency-key": `post-${nth}`, accept: "application/json" },
        multipart: [{ name: "message", content: `Message ${nth}` }, ...trap, ...file],
      });
    let response = await send();
    // Its form changes all the time, so a sender may be asked to try again.
    const isUpdated = async () =>
      response.status === 503 && (await response.clone().text()).includes("being updated");
    for (let tries = 1; tries < 5 && (await isUpdated()); tries += 1) response = await send();
    if (response.status === 200) this.acknowledged.push(await acceptedId(response));
    // The form was deleted in the meantime.
    else if (response.status !== 404)
      throw new Error(`a submission got ${response.status}: ${await response.text()}`);
  }

  private async move(folder: Folder): Promise<void> {
    await updateSubmissions(this.now(), await this.someIds(5), { folder });
  }

  private async release(): Promise<void> {
    const input = { folder: "inbox", email: true, event: true } as const;
    for (const id of await this.someIds(1)) await markNotSpam(this.now(), id, input);
  }

  /** Expires a submission. */
  private async expire(): Promise<void> {
    const data = { expiresAt: this.clock.now() };
    for (const id of await this.someIds(1))
      await db().submission.updateMany({ where: { id }, data });
  }

  private async changeWebhook(): Promise<void> {
    const { id } = this.someForm();
    const webhook = await getWebhook(this.now(), id);
    const revision = webhook ? { revision: webhook.revision } : {};
    const enabled = Math.random() < 0.8;
    await saveWebhook(this.now(), id, { url: HOOK_URL, enabled, ...revision });
  }

  private async rotate(): Promise<void> {
    const { id } = this.someForm();
    const webhook = await getWebhook(this.now(), id);
    if (webhook) await rotateWebhookSecret(this.now(), id, { revision: webhook.revision });
  }

  private async retryEvent(): Promise<void> {
    const ended = await this.someEnded("webhook");
    if (ended) await retryWebhookDelivery(this.now(), ended.form_id, ended.id);
  }

  private async retryEmail(): Promise<void> {
    const ended = await this.someEnded("email");
    const input = { acknowledgePossibleDuplicate: true };
    if (ended) await retryEmail(this.now(), ended.submission_id, ended.id, input);
  }

  private async drain(): Promise<void> {
    const { errored } = await drainOutbox(this.clock, DRAIN_MS);
    if (errored > 0) throw new Error(`${errored} entries failed`);
  }

  private async maintain(): Promise<void> {
    const { failures } = await runMaintenance(this.clock);
    if (failures) throw new Error(`${failures} steps of maintenance failed`);
  }
}

/** A random choice by weight. */
export function pickByWeight<T extends readonly [unknown, number, ...unknown[]]>(
  choices: readonly T[],
): T {
  let left = Math.random() * choices.reduce((sum, [, weight]) => sum + weight, 0);
  for (const choice of choices) {
    left -= choice[1];
    if (left < 0) return choice;
  }
  throw new Error("no choices to select from");
}
