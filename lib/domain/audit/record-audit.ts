import type { Db } from "#lib/adapters/db/database";
import { cutCharacters } from "#lib/core/characters";
import type { Actor, Context } from "#lib/core/context";
import { newId } from "#lib/core/ids";
import type { AuditDetails, AuditValue } from "#lib/domain/audit/entry";
import type { AuditAction } from "#lib/domain/audit/schema";

type AuditEvent = {
  action: AuditAction;
  /** The changed thing: its ID, and its name at that time. */
  subject?: { id?: string; name?: string };
  /** May contain neither secrets nor message content. */
  details?: AuditDetails | null;
};

/** An IPv4 client of a socket that takes both kinds. */
const MAPPED = /^::ffff:(?=\d+\.)/;
const MAX_NAME = 200;
const MAX_USER_AGENT = 300;

function actorId(actor: Actor): string | null {
  if (actor.kind === "user") return actor.userId;
  return actor.kind === "token" ? actor.tokenId : null;
}

/**
 * Adds an entry to the workspace's audit log: who, what, when, from where. Call it in the transaction of
 * the change itself, so that there's never one without the other. The names of the user or token, and of
 * the subject, are stored as they are now.
 */
export async function recordAudit(tx: Db, ctx: Context, event: AuditEvent): Promise<void> {
  const { actor, caller } = ctx;
  const details = event.details ? JSON.stringify(event.details) : null;
  const subjectName = event.subject?.name ? cutCharacters(event.subject.name, MAX_NAME) : null;
  const userAgent = caller?.userAgent
    ? cutCharacters(caller.userAgent.toWellFormed(), MAX_USER_AGENT)
    : null;
  await tx.$executeRaw`
    INSERT INTO audit_entries (id, workspace_id, at, action, actor_kind, actor_id, actor_name,
      subject_id, subject_name, details, address, user_agent)
    VALUES (${newId()}::uuid, ${ctx.workspaceId}::uuid, ${ctx.now}, ${event.action}, ${actor.kind},
      ${actorId(actor)}::uuid,
      CASE ${actor.kind}
        WHEN 'user' THEN (SELECT email FROM users WHERE id = ${actorId(actor)}::uuid)
        WHEN 'token' THEN (SELECT left(name, ${MAX_NAME}) FROM tokens
          WHERE workspace_id = ${ctx.workspaceId}::uuid AND id = ${actorId(actor)}::uuid)
      END,
      ${event.subject?.id ?? null}, ${subjectName}, ${details}::jsonb,
      ${caller?.address.replace(MAPPED, "") ?? null}, ${userAgent})`;
}

type Settings = Readonly<Record<string, unknown>>;

function isGroup(value: unknown): value is Settings {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Returns settings by dotted path. */
function flatten(settings: Settings, prefix = ""): Map<string, unknown> {
  return new Map(
    Object.entries(settings).flatMap(([name, value]) =>
      isGroup(value) ? [...flatten(value, `${prefix}${name}.`)] : [[prefix + name, value] as const],
    ),
  );
}

function isLoggable(value: unknown): value is AuditValue {
  return value === null || ["string", "number", "boolean"].includes(typeof value);
}

function pick(values: ReadonlyMap<string, unknown>, names: readonly string[]) {
  const picked: Record<string, AuditValue> = {};
  for (const name of names) {
    const value = values.get(name);
    if (isLoggable(value)) picked[name] = value;
  }
  return picked;
}

/**
 * Audit details of changed settings: their dotted paths in `changed`, and the old and new values of the
 * harmless ones in `from` and `to`; a setting that is new isn't in `from`. Null when nothing changed.
 *
 * @param shown - paths whose values may be logged
 */
export function describeChanges(
  before: Settings,
  after: Settings,
  shown: readonly string[],
): AuditDetails | null {
  const [old, current] = [flatten(before), flatten(after)];
  const changed = [...current.keys()].filter(
    (path) => JSON.stringify(old.get(path)) !== JSON.stringify(current.get(path)),
  );
  if (changed.length === 0) return null;
  const visible = changed.filter((path) => shown.includes(path));
  if (visible.length === 0) return { changed };
  return { changed, from: pick(old, visible), to: pick(current, visible) };
}
