import { db } from "#lib/adapters/db/database";
import { mailboxKey } from "#lib/core/mailbox-key";
import { decryptSecret, hashVisitorAddress } from "#lib/core/secrets";
import { EmailData } from "#lib/domain/deliveries/email-data";
import type { Workspace } from "#tests/support/factories/factories";

/** A workspace's queued emails that aren't about submissions, oldest first. */
export async function queuedEmails({ id: workspaceId }: Pick<Workspace, "id">) {
  const rows = await db().delivery.findMany({
    where: {
      channel: "email",
      workspaceId,
      submissionId: null,
      status: "queued",
      kind: { not: "digest" },
    },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
  });
  return rows.flatMap(({ id, email, recipientId, sealedData, dueAt }) => {
    if (!sealedData) return [];
    const text = decryptSecret("email_data", { workspaceId, id }, sealedData);
    const data = EmailData.parse(JSON.parse(text));
    return [{ to: email ?? "", recipientId, isDue: dueAt !== null, data }];
  });
}

/** The secrets of links in queued emails to one address, oldest first. */
export async function linkSecrets(workspace: Pick<Workspace, "id">, to: string): Promise<string[]> {
  const emails = await queuedEmails(workspace);
  return emails
    .filter((email) => email.to === to)
    .flatMap(({ data }) => ("link" in data ? [new URL(data.link)] : []))
    .map((link) => link.searchParams.get("token") ?? "");
}

/** Forgets the confirmation emails to an address: it gets five an hour from all tests of a database. */
export async function forgetVerificationEmails(email: string): Promise<void> {
  const bucket = `verification-to:${hashVisitorAddress(mailboxKey(email))}`;
  await db().countedEvent.deleteMany({ where: { bucket: { startsWith: bucket } } });
}
