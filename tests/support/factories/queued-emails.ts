import { decryptSecret } from "#lib/core/secrets";
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
  const rows = await db().emailDelivery.findMany({
    where: { workspaceId: workspace.id, submissionId: null, status: "queued" },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
  });
  const entries = await db().outboxEntry.findMany({ where: { workspaceId: workspace.id } });
  const due = new Set(entries.map(({ subjectId }) => subjectId));
  return rows.flatMap(({ id, email, recipientId, sealedData }) =>
    sealedData
      ? [
          {
            to: email,
            recipientId,
            isDue: due.has(id),
            data: EmailData.parse(JSON.parse(decryptSecret(sealedData))),
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
