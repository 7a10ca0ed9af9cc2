import { pool } from "#lib/adapters/db/database";
import { type Columns, queryPrepared } from "#lib/adapters/db/query-rows";
import type { Context } from "#lib/core/context";
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
 * A check that is older isn't shown. What breaks or repairs a form outdates its check immediately: triggers call
 * `outdate_form_checks()` when something of the form is saved, a submission is rejected, a delivery or an endpoint
 * fails or works again, and a recipient is confirmed or blocked. All else shows this much later at most: how messages
 * are sent, the month's usage, what ends after 7 days, and a change in the very moment of a check.
 */
const SHOWN_MS = 3_600_000;

/** The parts of a form about which the doctor found something. */
export type FormMarks = { errors: readonly string[]; warnings: readonly string[] };

/** A form as its pages need it. `marks`: null if the last check says nothing about now. */
export type CheckedForm = {
  form: FormWithWidget;
  options: FormOptions;
  /** When it's open, and how much room is taken. */
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
 * A form with its widget, its options, and what the doctor last found, in one statement.
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

/** Where the doctor found errors, and where warnings. Pure. */
export function toMarks(findings: readonly Finding[]): FormMarks {
  const sectionsWith = (severity: Finding["severity"]) => [
    ...new Set(findings.filter((one) => one.severity === severity).map(({ section }) => section)),
  ];
  return { errors: sectionsWith("error"), warnings: sectionsWith("warning") };
}

/**
 * Stores a check unless a later one is there. $1 the workspace, $2 the form, $3 its time, $4 errors, $5 warnings. It
 * waits for no one: of a check that is being outdated or stored at this moment, the other writer's version stays.
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
 * The form doctor's findings ({@link diagnoseForm}), which it keeps for the next pages.
 *
 * @throws {AppError} not_found
 */
export async function checkForm(ctx: Context, formId: string): Promise<Finding[]> {
  const findings = await diagnoseForm(ctx, formId);
  const { errors, warnings } = toMarks(findings);
  await pool().query(STORE, [ctx.workspaceId, formId, ctx.now, errors, warnings]);
  return findings;
}
