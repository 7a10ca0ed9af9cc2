import type { AuditDetails, AuditValue } from "#lib/audit/schema";

type Settings = Readonly<Record<string, unknown>>;

function isGroup(value: unknown): value is Settings {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Settings by dotted path. */
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
