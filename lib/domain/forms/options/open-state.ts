import { z } from "zod";
import { ScriptAnswer, UNSAVED_OPTIONS } from "#lib/domain/forms/options/options-schema";

/** The reason that a form isn't open: too early, too late, or no room for more messages. */
export type ClosedReason = "early" | "over" | "full";

/** The options of a form as intake reads them, by {@link SELECT_OPTIONS}. */
export const OpenOptions = z
  .object({
    opensAt: z.number().nullable(),
    closesAt: z.number().nullable(),
    maxSubmissions: z.number().nullable(),
    /** Messages that count toward the form's limit; 0 if it has none. */
    taken: z.number(),
    closedText: z.string().nullable(),
    keepContext: z.boolean(),
    attachFiles: z.boolean(),
    scriptAnswer: ScriptAnswer,
  })
  .nullable()
  .transform((saved) => saved ?? { ...UNSAVED_OPTIONS, taken: 0 });
export type OpenOptions = z.output<typeof OpenOptions>;

/** SQL that counts the messages of a form toward its limit: all but spam. */
export const countTowardLimitSql = (workspaceId: string, formId: string) => `coalesce((
      SELECT sum(c.total) FROM message_counts c
      WHERE c.workspace_id = ${workspaceId} AND c.form_id = ${formId} AND c.folder <> 'spam'
    ), 0)::int`;

const epochMs = (time: string) => `(extract(epoch FROM ${time}) * 1000)::bigint`;

/** SQL that reads the saved options of the form `f` as JSON for {@link OpenOptions}, or null. */
export const SELECT_OPTIONS = `(
      SELECT json_build_object('opensAt', ${epochMs("x.opens_at")}, 'closesAt', ${epochMs("x.closes_at")},
        'maxSubmissions', x.max_submissions, 'closedText', x.closed_text, 'keepContext', x.keep_context,
        'attachFiles', x.attach_files, 'scriptAnswer', x.script_answer,
        'taken', CASE WHEN x.max_submissions IS NULL THEN 0 ELSE ${countTowardLimitSql("f.workspace_id", "f.id")} END)
      FROM form_options x WHERE x.workspace_id = f.workspace_id AND x.form_id = f.id
    )`;

/** Returns why a form with these options isn't open at this moment, or null while it's open. Pure. */
export function findClosedReason(
  {
    opensAt,
    closesAt,
    maxSubmissions,
    taken,
  }: Pick<OpenOptions, "opensAt" | "closesAt" | "maxSubmissions" | "taken">,
  at: number,
): ClosedReason | null {
  if (closesAt !== null && at >= closesAt) return "over";
  if (opensAt !== null && at < opensAt) return "early";
  return maxSubmissions !== null && taken >= maxSubmissions ? "full" : null;
}
