import type { FieldPairs } from "#lib/core/fields";
import { newId } from "#lib/core/ids";
import { db } from "#lib/db/database";
import type { Form } from "#lib/forms/schema";
import { makeSearchText } from "#lib/intake/fields";
import { searchIndexStep } from "#lib/jobs/index-search";
import type { Folder } from "#lib/submissions/schema";
import type { Workspace } from "#tests/support/factories/factories";

export type ManyMessage = {
  form: Pick<Form, "id">;
  values: string[];
  receivedAt: Date;
  folder?: Folder;
  read?: boolean;
};

/**
 * Stores many submissions, as if each had arrived when it was received; with `isLate`, as if only now.
 * Returns their ids in the same order.
 */
export async function createManySubmissions(
  workspace: Workspace,
  messages: readonly ManyMessage[],
  { isLate = false } = {},
): Promise<string[]> {
  const rows = messages.map(({ form, values, receivedAt, folder = "inbox", read = false }) => {
    const fields: FieldPairs = values.map((value, index) => [`field${index}`, value]);
    return {
      id: newId(),
      workspaceId: workspace.id,
      formId: form.id,
      folder,
      isRead: read,
      receivedAt,
      fields,
      preview: "",
      searchText: makeSearchText(fields),
      plan: { recipients: [], reason: "notifications_disabled", ruleId: null, ruleName: null },
      visitorReplyStatus: "not_eligible",
      visitorReplyReason: "not_configured",
    };
  });
  await db().submission.createMany({ data: rows });
  if (isLate)
    await db().searchBacklog.createMany({
      data: rows.map(({ id: submissionId, workspaceId, receivedAt }) => ({
        submissionId,
        workspaceId,
        receivedAt,
      })),
    });
  return rows.map(({ id }) => id);
}

/** Indexes everything that was received more than ten seconds ago, however little it is. */
export async function indexAll(now: Date): Promise<void> {
  const step = searchIndexStep(now, "all", 1);
  while (!(await step.runBatch()).isDone);
}

/**
 * The sizes of a workspace's index segments, oldest first, how many submissions are after them or in the
 * backlog, and how many rows the backlog has.
 */
export async function readIndex(
  workspace: Workspace,
): Promise<{ segments: number[]; unindexed: number; backlog: number }> {
  const segments = await db().searchPart.findMany({
    where: { workspaceId: workspace.id },
    orderBy: [{ newestAt: "asc" }, { newestId: "asc" }],
    select: { size: true },
  });
  const [row] = await db().$queryRaw<{ unindexed: number }[]>`
    SELECT count(*)::int AS unindexed FROM submissions s WHERE workspace_id = ${workspace.id}::uuid AND (
      NOT EXISTS (SELECT FROM search_parts p WHERE p.workspace_id = s.workspace_id
        AND (p.newest_at, p.newest_id) >= (s.received_at, s.id))
      OR EXISTS (SELECT FROM search_backlog b WHERE b.workspace_id = s.workspace_id
        AND b.submission_id = s.id))`;
  const backlog = await db().searchBacklog.count({ where: { workspaceId: workspace.id } });
  return { segments: segments.map(({ size }) => size), unindexed: row?.unindexed ?? 0, backlog };
}
