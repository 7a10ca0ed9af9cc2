import { decryptSecret, hashVisitorAddress } from "#lib/core/secrets";
import { addressKey } from "#lib/core/text";
import { db } from "#lib/db/database";
import { EmailData } from "#lib/deliveries/schema";
import type { Workspace } from "#tests/support/factories/factories";

export type QueuedEmail = {
  to: string;
  recipientId: string | null;
  isDue: boolean;
  data: EmailData;
};

/** A workspace's queued emails that aren't about a submission, oldest first. */
export async function queuedEmails(workspace: Pick<Workspace, "id">): Promise<QueuedEmail[]> {
  const rows = await db().delivery.findMany({
    where: { channel: "email", workspaceId: workspace.id, submissionId: null, status: "queued" },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
  });
  return rows.flatMap(({ id, workspaceId, email, recipientId, sealedData, dueAt }) =>
    sealedData
      ? [
          {
            to: email ?? "",
            recipientId,
            isDue: dueAt !== null,
            data: EmailData.parse(
              JSON.parse(decryptSecret("email_data", { workspaceId, id }, sealedData)),
            ),
          },
        ]
      : [],
  );
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
  const bucket = `verification:${hashVisitorAddress(addressKey(email))}:`;
  await db().countedEvent.deleteMany({ where: { bucket: { startsWith: bucket } } });
}
