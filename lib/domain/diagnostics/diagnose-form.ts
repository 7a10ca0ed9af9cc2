import type { Context } from "#lib/core/context";
import { fieldRules, formatRules, resultRules } from "#lib/domain/diagnostics/doctor-message-rules";
import { rejectionRules } from "#lib/domain/diagnostics/doctor-rejection-rules";
import { senderRules } from "#lib/domain/diagnostics/doctor-sender-rules";
import { settingsRules } from "#lib/domain/diagnostics/doctor-settings-rules";
import { spamRules } from "#lib/domain/diagnostics/doctor-spam-rules";
import { type FormCondition, readCondition } from "#lib/domain/diagnostics/form-condition";
import type { Finding } from "#lib/domain/intake/schema";

const SEVERITIES: readonly Finding["severity"][] = ["error", "warning", "note"];

/** Returns the findings for a form in this condition, the worst first. Pure. */
export function examine(form: FormCondition): Finding[] {
  // Problems with results come first, problems with settings second.
  const findings = [
    ...resultRules(form),
    ...settingsRules(form),
    ...spamRules(form),
    ...rejectionRules(form),
    ...formatRules(form),
    ...fieldRules(form),
    ...senderRules(form),
  ];
  return findings.toSorted(
    (a, b) => SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity),
  );
}

/**
 * The form doctor: finds what prevents submissions or notifications, and shows what to do, the worst
 * first. Checks the form, its configuration, its latest submissions, and the rejected ones of 7 days.
 * Changes nothing and makes no external calls.
 *
 * @throws {AppError} not_found
 */
export async function diagnoseForm(ctx: Context, formId: string): Promise<Finding[]> {
  return examine(await readCondition(ctx, formId));
}
