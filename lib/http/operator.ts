import { isSameSecret } from "#lib/core/secrets";
import { settings } from "#lib/core/settings";

/** Whether who asks holds the deployment's `CRON_SECRET`; nobody does while none is set. */
export function isOperator(authorization: string | null): boolean {
  const { cronSecret } = settings();
  const given = /^Bearer +(.+)$/i.exec(authorization ?? "")?.[1] ?? "";
  const isRight = isSameSecret(given, cronSecret ?? "");
  return cronSecret !== undefined && cronSecret !== "" && isRight;
}
