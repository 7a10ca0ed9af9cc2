import type { z } from "zod";
import { type Context, mintContext } from "#lib/core/context";
import { AppError, notFound } from "#lib/core/errors";
import { settings } from "#lib/core/settings";
import { pool } from "#lib/db/database";
import { queryPrepared } from "#lib/db/query-rows";
import { FIND_OPEN_FORM, OPEN_FORM_COLUMNS, OpenFormRow } from "#lib/intake/open-form-query";

/** A form's configuration under one version, as intake needs it. */
export type OpenForm = z.output<typeof OpenFormRow> & {
  publicKey: string;
  /** Read for an earlier request. Acceptance checks its version; rejections must not rely on it. */
  isCached: boolean;
};

/** The form has changed since it was read: nothing was stored, and another attempt reads it again. */
export class FormChanged extends AppError {
  constructor() {
    super("service_unavailable", "The form is being updated. Try again in a moment.", {
      retryAfterSeconds: 1,
    });
  }
}

const MAX_CACHED = 1_000;
/** With a longer block list, a form is read again each time, so that the cache stays small. */
const MAX_CACHED_SENDERS = 100;
/** The forms that were read last, by public key. */
export const cachedForms = new Map<string, OpenForm>();

function remember(form: OpenForm): void {
  if (form.blockedSenders.size > MAX_CACHED_SENDERS) return;
  const oldest = cachedForms.size >= MAX_CACHED ? cachedForms.keys().next().value : undefined;
  if (oldest !== undefined) cachedForms.delete(oldest);
  cachedForms.set(form.publicKey, { ...form, isCached: true });
}

/** The form behind a public key as it is now, or null. */
export async function findOpenForm(publicKey: string): Promise<OpenForm | null> {
  if (!isPublicKey(publicKey)) return null;
  const rows = await queryPrepared(
    pool(),
    { text: FIND_OPEN_FORM, values: [publicKey] },
    OPEN_FORM_COLUMNS,
  );
  cachedForms.delete(publicKey);
  if (rows.length === 0) return null;
  const form = { ...OpenFormRow.parse(rows[0]), publicKey, isCached: false };
  remember(form);
  return form;
}

/**
 * The form as an earlier request read it, or as it is now. Acceptance notices when it has changed since;
 * a rejection must not rely on one that `isCached`.
 */
export async function findCachedForm(publicKey: string): Promise<OpenForm | null> {
  return cachedForms.get(publicKey) ?? findOpenForm(publicKey);
}

/** An exact match when origins are listed, any origin when none are. */
export function isOriginAllowed(form: OpenForm, origin: string | null): boolean {
  const { allowedOrigins } = form.settings;
  return allowedOrigins.length === 0 || (origin !== null && allowedOrigins.includes(origin));
}

/** @throws {AppError} not_found, form_paused */
export function requireActive(form: OpenForm | null): OpenForm {
  if (!form) throw notFound();
  if (form.status === "paused")
    throw new AppError("form_paused", "This form is paused and doesn't accept submissions.");
  return form;
}

/** @throws {AppError} origin_not_allowed */
export function requireOrigin(form: OpenForm, origin: string | null): void {
  if (!isOriginAllowed(form, origin))
    throw new AppError(
      "origin_not_allowed",
      "This form doesn't accept submissions from this site.",
    );
}

/** Tells whether the form accepts files, and the service has a place for them. */
export function acceptsFiles(form: OpenForm): boolean {
  return form.settings.uploads.enabled && settings().acceptsFiles;
}

/** Tells whether a text has the shape of a public key. Anything else costs no query. */
export function isPublicKey(text: string): boolean {
  return /^[0-9A-Za-z]{16,40}$/.test(text);
}

/** The visitor's context in the form's workspace. */
export function visitorContext(form: Pick<OpenForm, "workspaceId">, now: Date): Context {
  return mintContext(form.workspaceId, { kind: "visitor" }, now);
}
