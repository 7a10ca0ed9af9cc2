export type TestOutcome = { kind: "received"; id: string } | { kind: "refused"; message: string };

const UNREADABLE: TestOutcome = {
  kind: "refused",
  message: "No answer came that could be read. Send it again: the same message is kept once.",
};

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

/** What intake answered: `{data: {id}}`, or the error envelope. */
function toOutcome(body: unknown): TestOutcome {
  if (!isRecord(body)) return UNREADABLE;
  if (isRecord(body.data) && typeof body.data.id === "string")
    return { kind: "received", id: body.data.id };
  if (isRecord(body.error) && typeof body.error.message === "string")
    return { kind: "refused", message: body.error.message };
  return UNREADABLE;
}

/** A key for one message; without https browsers make no UUIDs. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Posts to a form's public address, as a website's script would. */
export async function sendTest(
  path: string,
  fields: Record<string, unknown>,
  key: string,
): Promise<TestOutcome> {
  try {
    const response = await fetch(path, {
      method: "POST",
      headers: {
        Accept: "application/json",
        "Content-Type": "application/json",
        "Idempotency-Key": key,
        "X-Requested-With": "fetch",
      },
      body: JSON.stringify(fields),
    });
    return toOutcome(await response.json());
  } catch {
    return UNREADABLE;
  }
}
