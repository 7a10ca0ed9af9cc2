import { db } from "#lib/adapters/db/database";
import type { Context } from "#lib/core/context";
import { FieldPairs } from "#lib/core/fields/fields";
import type { SubmittedContent } from "#lib/domain/forms/fields/rules";
import { reachable } from "#lib/domain/submissions/store";

/** The number of latest messages that are read. Larger ones are skipped: one may hold 4 MiB. */
const MAX_READ = 20;
const MAX_BYTES = 64 * 1024;
const MAX_NAMES = 50;
/** The longest name a rule can test. */
const MAX_NAME_CHARACTERS = 100;

/**
 * The content of a form's latest messages outside spam, the newest first. An unknown or foreign form gives
 * none.
 */
export async function readRecentContents(
  ctx: Context,
  formId: string,
): Promise<SubmittedContent[]> {
  const readFolder = (folder: string) =>
    db().submission.findMany({
      where: { ...reachable(ctx), formId, folder, textBytes: { lte: MAX_BYTES } },
      orderBy: [{ receivedAt: "desc" }, { id: "desc" }],
      take: MAX_READ,
      select: {
        receivedAt: true,
        fields: true,
        attachments: { select: { field: true }, orderBy: { position: "asc" } },
      },
    });
  const rows = (await Promise.all([readFolder("inbox"), readFolder("archive")])).flat();
  return rows
    .toSorted((one, other) => other.receivedAt.getTime() - one.receivedAt.getTime())
    .slice(0, MAX_READ)
    .map(({ fields, attachments }) => ({
      fields: FieldPairs.parse(fields),
      fileFields: attachments.map(({ field }) => field),
    }));
}

/** The fields of a form's newest message outside spam, for previews; null if there's none. */
export async function readNewestFields(ctx: Context, formId: string): Promise<FieldPairs | null> {
  const [newest] = await readRecentContents(ctx, formId);
  return newest?.fields ?? null;
}

/** Names of the fields in a form's latest messages outside spam, the most frequent first. */
export async function listFieldNames(ctx: Context, formId: string): Promise<string[]> {
  const contents = await readRecentContents(ctx, formId);
  const names = contents.flatMap(({ fields }) => fields.map(([name]) => name));
  const usable = names.filter((name) => name !== "" && name.length <= MAX_NAME_CHARACTERS);
  const uses = Map.groupBy(usable.toSorted(), (name) => name);
  return [...uses]
    .toSorted(([, one], [, other]) => other.length - one.length)
    .slice(0, MAX_NAMES)
    .map(([name]) => name);
}
