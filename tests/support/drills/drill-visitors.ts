import { z } from "zod";
import type { Form } from "#lib/domain/forms/schema";

const Accepted = z.object({ data: z.object({ id: z.string() }) });

/** Visitors who send one submission each with their own key, and resend it if there's no response. */
export class Visitors {
  /** Submission ids by visitor. */
  readonly acknowledged = new Map<string, string>();
  private waiting: string[] = [];
  private count = 0;
  private readonly forms: readonly Form[];
  private readonly atOnce: number;

  constructor(forms: readonly Form[], atOnce = 40) {
    this.forms = forms;
    this.atOnce = atOnce;
  }

  get unanswered(): number {
    return this.waiting.length;
  }

  come(count: number): void {
    for (let n = 0; n < count; n += 1) this.waiting.push(`visitor-${++this.count}`);
  }

  /** Each waiting visitor sends once; those without a response keep waiting. */
  async sendAll(baseUrl: string): Promise<void> {
    const now = this.waiting.splice(0);
    const next = async () => {
      for (let visitor = now.shift(); visitor; visitor = now.shift()) {
        const form = this.forms[Number(visitor.split("-")[1]) % this.forms.length];
        const id = await sendVisit(baseUrl, form, visitor);
        if (id === null) this.waiting.push(visitor);
        else this.acknowledged.set(visitor, id);
      }
    };
    await Promise.all(Array.from({ length: this.atOnce }, next));
  }
}

/** Sends one visitor's submission with its own key. Returns its ID, or null if unacknowledged. */
export async function sendVisit(
  baseUrl: string,
  form: Form | undefined,
  visitor: string,
): Promise<string | null> {
  try {
    const response = await fetch(`${baseUrl}/f/${form?.publicKey}`, {
      method: "POST",
      headers: { "content-type": "application/json", "idempotency-key": visitor },
      body: JSON.stringify({ name: visitor, message: `From ${visitor}` }),
    });
    // The database is down but the service isn't yet: not an acknowledgment.
    if (response.status === 503) return null;
    if (response.status !== 200) throw new Error(`rejected: ${await response.text()}`);
    return Accepted.parse(await response.json()).data.id;
  } catch (failure) {
    // The service was killed before its response was complete.
    if (failure instanceof TypeError) return null;
    throw failure;
  }
}
