import { db } from "#lib/adapters/db/database";
import type { FieldPairs } from "#lib/core/fields/fields";
import { makeSearchText } from "#lib/core/fields/search-text";
import { newId } from "#lib/core/ids";
import type { Form } from "#lib/domain/forms/schema";
import type { Folder } from "#lib/domain/submissions/schema";
import type { Workspace } from "#tests/support/factories/factories";

export type ManyMessage = {
  form: Pick<Form, "id">;
  values: string[];
  receivedAt: Date;
  folder?: Folder;
  read?: boolean;
};

/** Stores many submissions, as if each had arrived when it was received. Returns their ids in the same order. */
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
  return rows.map(({ id }) => id);
}
