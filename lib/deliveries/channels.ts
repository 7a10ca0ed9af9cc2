/**
 * Where the deliveries of one kind are stored, and what is special about their columns. The texts are
 * SQL: `d` is the delivery, `e` its claimed queue entry, `f` what `begin` found, `a` the attempt and
 * `s` what `settle` records.
 */
export type Channel = {
  deliveries: "email_deliveries" | "webhook_deliveries";
  attempts: "email_attempts" | "webhook_attempts";
  /** Tables that decide whether the delivery is still to be sent. */
  joins: string;
  /** Why it no longer is, or NULL. */
  cancelReason: string;
  /** Whether an attempt can begin. */
  isReady: string;
  /** Number and trigger of the next attempt. */
  nextNumber: string;
  nextTrigger: string;
  /** What the call needs, by the name that the caller gets it under. */
  details: Readonly<Record<string, string>>;
  /** Assignments when an attempt begins, and when `begin` cancels the delivery. */
  onBegin: string;
  onCancel: string;
  /** What is recorded of an attempt whose worker died. */
  interrupted: { outcome: string; error: string };
  onInterrupt: string;
  /** Assignments when an attempt ends, to the attempt and to the delivery. */
  onEnd: string;
  onSettle: string;
};

export const EMAIL: Channel = {
  deliveries: "email_deliveries",
  attempts: "email_attempts",
  joins: `
    LEFT JOIN workspaces w ON w.id = d.workspace_id
    LEFT JOIN submissions m ON m.id = d.submission_id
    LEFT JOIN forms t ON t.id = m.form_id`,
  cancelReason: `CASE WHEN w.deleted_at IS NOT NULL OR m.folder = 'spam'
    OR t.deleted_at IS NOT NULL OR m.expires_at <= e.at THEN 'unreachable' END`,
  isReady: "coalesce(d.sealed_payload, e.sealed_payload) IS NOT NULL",
  nextNumber: `1 + coalesce(
    (SELECT max(number) FROM email_attempts WHERE delivery_id = d.id), 0)`,
  // Only the first attempt of a series was requested by a person.
  nextTrigger: "CASE WHEN d.series_attempts = 0 THEN d.series_trigger ELSE 'automatic' END",
  details: {
    seriesAttempts: "d.series_attempts + (open.id IS NULL)::int",
    seriesStartedAt: "coalesce(d.series_started_at, open.started_at, e.at)",
  },
  onBegin: `series_attempts = d.series_attempts + 1,
    series_started_at = coalesce(d.series_started_at, f.at),
    sealed_payload = coalesce(d.sealed_payload, f.sealed_payload)`,
  onCancel: "sealed_data = NULL, sealed_payload = NULL",
  interrupted: {
    outcome: "uncertain",
    error: "The provider's response couldn't be recorded.",
  },
  onInterrupt: ", finished_at = f.at",
  onEnd: "finished_at = s.at",
  onSettle: `series_attempts = d.series_attempts - (NOT s.is_counted)::int,
    last_attempt_at = CASE WHEN s.is_counted THEN d.last_attempt_at ELSE (
      SELECT max(started_at) FROM email_attempts
      WHERE delivery_id = d.id AND id <> s.attempt_id) END,
    sealed_data = CASE WHEN s.next_at IS NOT NULL THEN d.sealed_data END,
    sealed_payload = CASE WHEN s.next_at IS NOT NULL THEN d.sealed_payload END`,
};

export const WEBHOOK: Channel = {
  deliveries: "webhook_deliveries",
  attempts: "webhook_attempts",
  joins: `
    LEFT JOIN webhooks w ON w.id = d.webhook_id
    LEFT JOIN forms t ON t.id = w.form_id
    LEFT JOIN submissions m ON m.id = d.submission_id`,
  cancelReason: `CASE
    WHEN w.deleted_at IS NOT NULL OR w.sealed_secret IS NULL OR w.revision <> d.revision
      OR (d.submission_id IS NOT NULL AND NOT w.enabled) THEN 'revision_changed'
    WHEN t.deleted_at IS NOT NULL OR m.expires_at <= e.at THEN 'unreachable'
    WHEN m.folder = 'spam' THEN 'moved_to_spam' END`,
  isReady: "true",
  nextNumber: "d.attempt_count + 1",
  nextTrigger: "d.series_trigger",
  details: {
    eventId: "d.event_id",
    body: "d.body",
    url: "w.url",
    sealedSecret: "w.sealed_secret",
  },
  onBegin: "attempt_count = f.next_number",
  // No one can see why: the event's subject is deleted too.
  onCancel: "failure_reason = nullif(f.cancel_reason, 'unreachable')",
  interrupted: {
    outcome: "interrupted",
    error: "This attempt was interrupted. The event may have arrived.",
  },
  onInterrupt: "",
  onEnd: `duration_ms = s.duration_ms, response_status = s.response_status,
    response_body = s.response_body, response_truncated = s.response_truncated`,
  onSettle: "failure_reason = s.failure_reason",
};
