export type AuditedTable = {
  /** Columns that need an entry in the audit log when they change. */
  audited: string;
  /** Columns that identify a row, or that the service itself keeps up to date. */
  bookkeeping: string;
  /** Rows are deleted without an entry, with something else that has one. */
  isDeletedSilently?: true;
  /** Rows are added without an entry. */
  isAddedSilently?: true;
};

/** Tables with settings, access, and secrets, with every column. */
export const AUDITED_TABLES: Readonly<Record<string, AuditedTable>> = {
  users: {
    audited: "email email_key name password_hash verified_at is_proven time_zone",
    bookkeeping: "id created_at",
  },
  workspaces: {
    audited: "name plan time_zone deleted_at",
    bookkeeping: "id created_at onboarded_at",
    isDeletedSilently: true,
  },
  workspace_brands: {
    audited: "revision name reply_name color",
    bookkeeping: "workspace_id updated_at",
  },
  workspace_logos: {
    audited: "public_key version content_type bytes",
    bookkeeping: "workspace_id updated_at",
  },
  memberships: {
    audited: "role",
    // A member's own email once a week is no setting of the workspace.
    bookkeeping: "user_id workspace_id created_at last_used_at wants_spam_summary spam_summary_at",
  },
  invitations: {
    audited: "email email_key role token_hash invited_by expires_at accepted_at revoked_at",
    bookkeeping: "id workspace_id email_series_key created_at sent_at",
    isDeletedSilently: true,
  },
  sessions: {
    audited: "expires_at",
    bookkeeping: "id user_id workspace_id created_at last_seen_at user_agent proven_at method",
    isDeletedSilently: true,
  },
  sign_in_providers: {
    audited: "name issuer client_id sealed_secret is_required admits_new",
    bookkeeping: "workspace_id revision code updated_at",
    isDeletedSilently: true,
  },
  workspace_identities: {
    audited: "issuer subject user_id",
    bookkeeping: "workspace_id email created_at last_used_at",
    isDeletedSilently: true,
  },
  user_identities: {
    audited: "issuer subject user_id",
    bookkeeping: "email created_at last_used_at",
    isDeletedSilently: true,
  },
  authenticators: {
    // A new one counts once it's confirmed.
    audited: "confirmed_at",
    bookkeeping: "user_id sealed_secret created_at last_step",
    isAddedSilently: true,
  },
  recovery_codes: { audited: "used_at", bookkeeping: "user_id code_hash" },
  passkeys: {
    audited: "credential_id public_key name",
    bookkeeping: "id user_id counter transports created_at last_used_at",
  },
  tokens: {
    audited: "name scopes hash prefix expires_at revoked_at",
    bookkeeping: "id workspace_id created_at last_used_at created_by expiry_notice_days",
  },
  recipients: {
    audited: "email email_key verified_at verification_sent_at blocked_reason",
    bookkeeping: "id workspace_id created_at",
  },
  forms: {
    audited:
      "name status public_key settings blocked_words upload_types spam_retention_days deleted_at",
    bookkeeping: "id workspace_id version created_at updated_at",
    isDeletedSilently: true,
  },
  notification_choices: {
    audited: "frequency hour",
    bookkeeping: "workspace_id form_id user_id since next_at chosen_at",
    isDeletedSilently: true,
  },
  blocked_senders: { audited: "entry", bookkeeping: "workspace_id created_at" },
  safe_senders: { audited: "entry", bookkeeping: "workspace_id created_at" },
  saved_replies: {
    audited: "name name_key text",
    bookkeeping: "workspace_id id created_at updated_at",
  },
  form_options: {
    audited:
      "revision opens_at closes_at max_submissions closed_text keep_context attach_files script_answer",
    bookkeeping: "workspace_id form_id updated_at",
  },
  spam_filters: {
    audited: "filter challenge revision",
    bookkeeping: "workspace_id form_id challenge_verified_at updated_at",
  },
  form_recipients: { audited: "position", bookkeeping: "workspace_id form_id recipient_id" },
  turnstile_widgets: {
    audited: "site_key sealed_secret hostnames enabled observes revision",
    bookkeeping: "workspace_id form_id verified_at updated_at",
  },
  routings: { audited: "enabled rules revision", bookkeeping: "workspace_id form_id updated_at" },
  form_fields: {
    audited: "fields other_fields on_invalid revision",
    bookkeeping: "workspace_id form_id updated_at",
  },
  form_pages: { audited: "content revision", bookkeeping: "workspace_id form_id updated_at" },
  form_logos: {
    audited: "version content_type bytes",
    bookkeeping: "workspace_id form_id updated_at",
  },
  autoresponders: {
    audited: "enabled subject message reply_recipient_id include_answers revision",
    bookkeeping: "workspace_id form_id updated_at",
  },
  webhooks: {
    audited:
      "name url sealed_url enabled events conditions content sealed_secret sealed_old_secret old_secret_until headers sealed_headers deleted_at revision",
    bookkeeping:
      "id workspace_id form_id is_form_webhook kind source health failures_in_row failing_since created_at updated_at",
    isDeletedSilently: true,
  },
  data_requests: {
    audited: "kind",
    bookkeeping: "id workspace_id address_hash user_id counts started_at ended_at",
    isDeletedSilently: true,
  },
};

const MESSAGES = "messages, which visitors write; deletions by hand are recorded by their verbs";
const WORK = "everyday work with messages, which says who did it";
const SENDING = "a delivery and its progress";
const COUNTS = "counts and limits that the service keeps";
const LINKS = "an emailed link; the change when someone follows it is recorded";

/** All other tables that belong to a workspace or a user, and why their changes need no entry. */
export const UNAUDITED_TABLES: Readonly<Record<string, string>> = {
  audit_entries: "the log itself",
  known_browsers: "remembered so that a sign-in from another browser sends an email",
  password_resets: LINKS,
  grants: "what makes a token a connected app's; both are recorded as the token",
  grant_secrets: "an app's short-lived tokens; what ends them is recorded as the token",
  passkey_challenges: "a challenge for a passkey; the action that follows is recorded",
  email_changes: LINKS,
  recipient_verifications: LINKS,
  submissions: MESSAGES,
  notes: WORK,
  replies: WORK,
  composers: "who is writing at the moment",
  attachments: MESSAGES,
  objects: MESSAGES,
  idempotency_keys: MESSAGES,
  rejected_submissions: COUNTS,
  used_challenges: COUNTS,
  spam_models: "what was learned from people's actions; forgetting it is recorded",
  spam_words: "what was learned from people's actions; forgetting it is recorded",
  form_checks: "what the form doctor found, which it finds again",
  imports: "an import and its progress; what people do with it is recorded by their verbs",
  import_parts: "the file of an import",
  usage_slots: COUNTS,
  message_counts: COUNTS,
  storage_slots: COUNTS,
  allowance_notices: COUNTS,
  reply_slots: COUNTS,
  reply_opt_outs: "a visitor's own choice",
  deliveries: SENDING,
  attempts: SENDING,
  captured_emails: SENDING,
};
