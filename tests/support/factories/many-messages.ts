import type { FieldPairs } from "#lib/core/fields";
import { newId } from "#lib/core/ids";
import { db } from "#lib/db/database";
import type { Form } from "#lib/forms/schema";
import { makeSearchText } from "#lib/intake/fields";
import { searchBacklogStep } from "#lib/jobs/maintenance/index-search";
import type { Folder } from "#lib/submissions/schema";
import type { Workspace } from "#tests/support/factories/factories";

export type ManyMessage = {
  form: Pick<Form, "id">;
  values: string[];
  receivedAt: Date;
  folder?: Folder;
  read?: boolean;
};

/** Many stored messages with nothing but their values, in two statements; their ids in the same order. */
export async function createManySubmissions(
  workspace: Workspace,
  messages: readonly ManyMessage[],
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
  await db().searchBacklog.createMany({
    data: rows.map(({ id, receivedAt }) => ({
      workspaceId: workspace.id,
      receivedAt,
      submissionId: id,
    })),
  });
  return rows.map(({ id }) => id);
}

/** Indexes all that search has to read one by one, however little it is. */
export async function indexAll(now: Date): Promise<void> {
  const step = searchBacklogStep(now, 1);
  while (!(await step.runBatch()).isDone);
}

/** How much of a workspace the index knows, part by part from the oldest, and how much it does not. */
export async function readIndex(
  workspace: Workspace,
): Promise<{ parts: number[]; backlog: number }> {
  const parts = await db().searchPart.findMany({
    where: { workspaceId: workspace.id },
    orderBy: [{ newestAt: "asc" }, { newestId: "asc" }],
    select: { size: true },
  });
  const backlog = await db().searchBacklog.count({ where: { workspaceId: workspace.id } });
  return { parts: parts.map(({ size }) => size), backlog };
}
