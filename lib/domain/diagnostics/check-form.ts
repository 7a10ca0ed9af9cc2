import { pool } from "#lib/adapters/db/database";
import { type Columns, queryPrepared } from "#lib/adapters/db/query-rows";
import type { Context } from "#lib/core/context";
import { HOUR_MS } from "#lib/core/durations";
import { notFound } from "#lib/core/errors";
import { isId } from "#lib/core/ids";
import { diagnoseForm } from "#lib/domain/diagnostics/diagnose-form";
import { OpenOptions, SELECT_OPTIONS } from "#lib/domain/forms/options/open-state";
import type { FormWithWidget } from "#lib/domain/forms/schema";
import {
  FORM_COLUMNS,
  type FormOptions,
  type FormRow,
  SELECT_FORM,
  toForm,
  toFormOptions,
} from "#lib/domain/forms/store";
import { type PublicWidget, toTurnstile } from "#lib/domain/forms/turnstile/turnstile";
import type { Finding } from "#lib/domain/intake/schema";

/**
 * How long a check is shown. Whatever breaks or repairs a form outdates its check immediately: triggers call
 * `outdate_form_checks()` when data of the form is saved, a submission is rejected, a delivery or an endpoint fails
 * or recovers, and a recipient is confirmed or blocked. Other changes appear after this time at the latest: how
 * messages are sent, the month's usage, findings that end after 7 days, and a change at the very moment of a check.
 */
const SHOWN_MS = HOUR_MS;

/** The parts of a form that the doctor has findings about. */
export type FormMarks = { errors: readonly string[]; warnings: readonly string[] };

/** A form with the data that its pages need. `marks`: null if the last check is outdated. */
export type CheckedForm = {
  form: FormWithWidget;
  options: FormOptions;
  /** When the form is open, and how many of its places are used. */
  open: OpenOptions;
  marks: FormMarks | null;
};

type Row = FormRow & {
  siteKey: string | null;
  hostnames: string[] | null;
  enabled: boolean | null;
  verifiedAt: Date | null;
  savedAt: Date | null;
  errors: string[] | null;
  warnings: string[] | null;
  open: object | null;
};

const COLUMNS: Columns<Row> = {
  ...FORM_COLUMNS,
  siteKey: "text",
  hostnames: "text[]",
  enabled: "bool",
  verifiedAt: "timestamptz",
  savedAt: "timestamptz",
  errors: "text[]",
  warnings: "text[]",
  open: "json",
};

/** $1 the workspace, $2 the form, $3 the time of the oldest check that is shown. */
const FIND = `
SELECT ${SELECT_FORM}, t.site_key AS "siteKey", t.hostnames, t.enabled, t.verified_at AS "verifiedAt",
  t.updated_at AS "savedAt", c.errors, c.warnings,
  ${SELECT_OPTIONS} AS open
FROM forms f
LEFT JOIN turnstile_widgets t ON t.workspace_id = f.workspace_id AND t.form_id = f.id
LEFT JOIN form_checks c ON c.workspace_id = f.workspace_id AND c.form_id = f.id
  AND NOT c.is_outdated AND c.checked_at > $3
WHERE f.workspace_id = $1 AND f.id = $2 AND f.deleted_at IS NULL`;

function widgetOf({ siteKey, hostnames, enabled, verifiedAt, savedAt }: Row): PublicWidget | null {
  if (siteKey === null || enabled === null || savedAt === null) return null;
  return { siteKey, hostnames: hostnames ?? [], enabled, verifiedAt, updatedAt: savedAt };
}

/**
 * Returns a form with its widget, its options, and the doctor's last findings, in one statement.
 *
 * @throws {AppError} not_found
 */
export async function getCheckedForm(ctx: Context, formId: string): Promise<CheckedForm> {
  if (!isId(formId)) throw notFound();
  const values = [ctx.workspaceId, formId, new Date(ctx.now.getTime() - SHOWN_MS)];
  const [row] = await queryPrepared<Row>(pool(), COLUMNS, { text: FIND, values });
  if (!row) throw notFound();
  const widget = widgetOf(row);
  const { errors, warnings } = row;
  return {
    form: { ...toForm(row), turnstile: widget && toTurnstile(widget) },
    options: toFormOptions(row),
    open: OpenOptions.parse(row.open),
    marks: errors && warnings && { errors, warnings },
  };
}

/** Returns which parts have errors, and which have warnings. Pure. */
export function toMarks(findings: readonly Finding[]): FormMarks {
  const sectionsWith = (severity: Finding["severity"]) => [
    ...new Set(findings.filter((one) => one.severity === severity).map(({ section }) => section)),
  ];
  return { errors: sectionsWith("error"), warnings: sectionsWith("warning") };
}

/**
 * Stores a check unless a later one is stored. $1 the workspace, $2 the form, $3 its time, $4 errors, $5 warnings.
 * It doesn't wait for locks: if another process is outdating or storing the check at this moment, that version wins.
 */
const STORE = `
WITH held AS MATERIALIZED (
  SELECT workspace_id, form_id FROM form_checks
  WHERE workspace_id = $1 AND form_id = $2 AND checked_at <= $3 FOR NO KEY UPDATE SKIP LOCKED
), renewed AS (
  UPDATE form_checks c SET checked_at = $3, is_outdated = false, errors = $4, warnings = $5
  FROM held h WHERE c.workspace_id = h.workspace_id AND c.form_id = h.form_id
)
INSERT INTO form_checks (workspace_id, form_id, checked_at, errors, warnings)
SELECT f.workspace_id, f.id, $3, $4, $5 FROM forms f
WHERE f.workspace_id = $1 AND f.id = $2 AND f.deleted_at IS NULL
  AND NOT EXISTS (SELECT FROM form_checks WHERE workspace_id = $1 AND form_id = $2)
ON CONFLICT DO NOTHING`;

/**
 * Returns the form doctor's findings ({@link diagnoseForm}), and stores them for the next pages.
 *
 * @throws {AppError} not_found
 */
export async function checkForm(ctx: Context, formId: string): Promise<Finding[]> {
  const findings = await diagnoseForm(ctx, formId);
  const { errors, warnings } = toMarks(findings);
  await pool().query(STORE, [ctx.workspaceId, formId, ctx.now, errors, warnings]);
  return findings;
}
