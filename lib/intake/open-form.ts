import type { AutoReplyForm } from "#lib/autoresponder/plan-reply";
import { type Context, mintContext } from "#lib/core/context";
import { isPublicDemo } from "#lib/core/demo";
import { AppError, notFound } from "#lib/core/errors";
import { settings } from "#lib/core/settings";
import { pool } from "#lib/db/database";
import { queryPrepared } from "#lib/db/query-rows";
import type { FieldList } from "#lib/fields/schema";
import { type PageContent, UNSAVED_PAGE } from "#lib/forms/page-schema";
import type { FormSettings } from "#lib/forms/schema";
import { acceptedExtensions } from "#lib/forms/upload-types";
import { FIND_OPEN_FORM, OPEN_FORM_COLUMNS, OpenFormRow } from "#lib/intake/open-form-query";
import type { RoutingPlan } from "#lib/notifications/plan-notification";
import type { NotificationPlan } from "#lib/notifications/schema";
import { type BlockedWord, foldWord } from "#lib/spam/rules";
import type { ChallengeWidget } from "#lib/turnstile/verify-challenge";
import type { EventEndpoint } from "#lib/webhooks/plan-events";

/** A form's configuration under one version, as intake needs it. */
export type OpenForm = {
  id: string;
  workspaceId: string;
  publicKey: string;
  name: string;
  status: "active" | "paused";
  version: number;
  settings: FormSettings;
  blockedWords: readonly BlockedWord[];
  /** Extensions of the files it accepts, if it accepts files. */
  fileExtensions: readonly string[];
  /** The workspace's block list. */
  blockedSenders: ReadonlySet<string>;
  recipients: NotificationPlan["recipients"];
  routing: RoutingPlan | null;
  /** The Turnstile widget, if it's connected and enabled or observes. */
  widget: (ChallengeWidget & { siteKey: string }) | null;
  /** The saved auto-reply, enabled or not. */
  autoresponder: AutoReplyForm | null;
  /** The signed webhook and the destinations that are on. They get events about accepted submissions. */
  endpoints: readonly EventEndpoint[];
  /** The fields that submissions are checked against, or null if there are none. */
  fieldList: FieldList | null;
  /** Texts and look of its pages. */
  page: PageContent;
  /** The version of its logo, or null without one. */
  logoVersion: string | null;
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
  const {
    workspace_id,
    widget,
    blocked_words,
    upload_types,
    blocked_senders,
    field_list,
    logo_version,
    ...row
  } = OpenFormRow.parse(rows[0]);
  const { uploads } = row.settings;
  const form = {
    ...row,
    fieldList: field_list,
    page: row.page ?? UNSAVED_PAGE,
    logoVersion: logo_version,
    settings: {
      ...row.settings,
      uploads: { ...uploads, enabled: uploads.enabled && !isPublicDemo() },
    },
    blockedWords: blocked_words.map((word) => ({ word, folded: foldWord(word) })),
    fileExtensions: acceptedExtensions(upload_types),
    blockedSenders: new Set(blocked_senders),
    widget: widget && {
      ...widget,
      sealedSecret: Buffer.from(widget.sealedSecret, "base64"),
      verifiedAt: widget.verifiedAt === null ? null : new Date(widget.verifiedAt),
    },
    workspaceId: workspace_id,
    publicKey,
    isCached: false,
  };
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
