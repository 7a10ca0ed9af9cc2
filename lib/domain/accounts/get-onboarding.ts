import { db } from "#lib/adapters/db/database";
import { Prisma } from "#lib/adapters/db/generated/client";
import type { Context } from "#lib/core/context";
import { FOLDERS } from "#lib/domain/submissions/schema";

/** The required steps, from a website's first message to its owner, all done. */
const FINISHED = {
  recipientVerified: true,
  formCreated: true,
  messageReceived: true,
  messageRead: true,
  notificationSent: true,
};
export type RequiredSteps = Record<keyof typeof FINISHED, boolean>;
export type OptionalSteps = { webhookConnected: boolean; tokenCreated: boolean };

/**
 * The setup progress of a workspace. Each step is derived from the data. `formId` is the newest form's.
 */
export type Onboarding = RequiredSteps & OptionalSteps & { formId: string | null };

type Evidence = RequiredSteps & {
  /** True if the workspace has forms, and none of them notifies anyone. */
  isSilent: boolean;
  /** An app gets the messages, from a webhook or with a token. */
  isForApps: boolean;
};

/** How many of a folder's newest messages are searched for a notification that was sent. */
const MESSAGES_SEARCHED = 50;

/**
 * SQL that reads the evidence of the required steps that were done ({@link Evidence}). The cost doesn't
 * grow with messages. A form is evidence of a verified recipient, even one that was removed since, because
 * it needs one.
 */
export function evidenceSql({ workspaceId }: Context): Prisma.Sql {
  return Prisma.sql`
    WITH live AS NOT MATERIALIZED (SELECT f.workspace_id, f.id FROM forms f
      WHERE f.workspace_id = ${workspaceId}::uuid AND f.deleted_at IS NULL)
    SELECT
      EXISTS (SELECT FROM recipients r WHERE r.workspace_id = w.id AND r.verified_at IS NOT NULL)
        OR EXISTS (SELECT FROM forms f WHERE f.workspace_id = w.id) AS "recipientVerified",
      EXISTS (SELECT FROM forms f WHERE f.workspace_id = w.id) AS "formCreated",
      EXISTS (SELECT FROM usage_slots u
        WHERE u.workspace_id = w.id AND u.accepted + u.spam > 0) AS "messageReceived",
      NOT coalesce((SELECT sum(m.total) > 0 AND sum(m.total) = sum(m.unread) FROM live f
        JOIN message_counts m ON m.workspace_id = f.workspace_id AND m.form_id = f.id), false) AS "messageRead",
      EXISTS (SELECT FROM unnest(${[...FOLDERS]}::text[]) AS k (folder),
        LATERAL (SELECT s.workspace_id, s.id FROM submissions s
          WHERE s.workspace_id = w.id AND s.folder = k.folder
          ORDER BY s.received_at DESC, s.id DESC LIMIT ${MESSAGES_SEARCHED}) m
        JOIN deliveries d ON d.workspace_id = m.workspace_id AND d.submission_id = m.id
        WHERE d.kind = 'notification' AND d.status = 'delivered') AS "notificationSent",
      EXISTS (SELECT FROM live)
        AND NOT EXISTS (SELECT FROM live f
          JOIN form_recipients r ON r.workspace_id = f.workspace_id AND r.form_id = f.id)
        AND NOT EXISTS (SELECT FROM live f
          JOIN routings r ON r.workspace_id = f.workspace_id AND r.form_id = f.id
          WHERE r.enabled) AS "isSilent",
      EXISTS (SELECT FROM live f
          JOIN webhooks h ON h.workspace_id = f.workspace_id AND h.form_id = f.id
          WHERE h.deleted_at IS NULL AND h.enabled)
        OR EXISTS (SELECT FROM tokens t
          WHERE t.workspace_id = w.id AND t.last_used_at IS NOT NULL) AS "isForApps"
    FROM workspaces w WHERE w.id = ${workspaceId}::uuid`;
}

async function readSteps(ctx: Context): Promise<RequiredSteps> {
  const [row] = await db().$queryRaw<Evidence[]>(evidenceSql(ctx));
  if (!row) throw new Error("the context's workspace doesn't exist");
  const { isSilent, isForApps, ...steps } = row;
  const { messageReceived: isReceived } = steps;
  return {
    ...steps,
    messageRead: isReceived && (steps.messageRead || (isSilent && isForApps)),
    notificationSent: steps.notificationSent || (isReceived && isSilent),
  };
}

/**
 * Returns the required steps. The first caller who finds all of them done records that, because messages,
 * which are the evidence, can be deleted. From then on, all steps are done.
 */
async function getRequiredSteps(ctx: Context): Promise<RequiredSteps> {
  const { workspaceId: id } = ctx;
  const { onboardedAt } = await db().workspace.findUniqueOrThrow({
    where: { id },
    select: { onboardedAt: true },
  });
  if (onboardedAt !== null) return FINISHED;
  const steps = await readSteps(ctx);
  if (Object.values(steps).every(Boolean))
    await db().workspace.updateMany({
      where: { id, onboardedAt: null },
      data: { onboardedAt: ctx.now },
    });
  return steps;
}

/** The number of required steps left. Once it's 0, it stays 0. */
export async function countOpenSteps(ctx: Context): Promise<number> {
  const steps = await getRequiredSteps(ctx);
  return Object.values(steps).filter((isDone) => !isDone).length;
}

export async function getOnboarding(ctx: Context): Promise<Onboarding> {
  const required = await getRequiredSteps(ctx);
  const [rest] = await db().$queryRaw<(OptionalSteps & Pick<Onboarding, "formId">)[]>`
    SELECT
      EXISTS (SELECT FROM forms f JOIN webhooks h ON h.workspace_id = f.workspace_id AND h.form_id = f.id
        WHERE f.workspace_id = w.id AND f.deleted_at IS NULL
          AND h.deleted_at IS NULL) AS "webhookConnected",
      EXISTS (SELECT FROM tokens t WHERE t.workspace_id = w.id) AS "tokenCreated",
      (SELECT f.id FROM forms f WHERE f.workspace_id = w.id AND f.deleted_at IS NULL
        ORDER BY f.created_at DESC, f.id DESC LIMIT 1) AS "formId"
    FROM workspaces w WHERE w.id = ${ctx.workspaceId}::uuid`;
  if (!rest) throw new Error("the context's workspace doesn't exist");
  return { ...required, ...rest };
}
