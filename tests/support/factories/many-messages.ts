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

/** Stores many submissions in two statements. Returns their ids in the same order. */
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

/** Indexes the whole backlog, even a short one. */
export async function indexAll(now: Date): Promise<void> {
  const step = searchIndexStep(now, 1);
  while (!(await step.runBatch()).isDone);
}

/** The sizes of a workspace's index segments, oldest first, and the length of its backlog. */
export async function readIndex(
  workspace: Workspace,
): Promise<{ segments: number[]; backlog: number }> {
  const segments = await db().searchPart.findMany({
    where: { workspaceId: workspace.id },
    orderBy: [{ newestAt: "asc" }, { newestId: "asc" }],
    select: { size: true },
  });
  const backlog = await db().searchBacklog.count({ where: { workspaceId: workspace.id } });
  return { segments: segments.map(({ size }) => size), backlog };
}
