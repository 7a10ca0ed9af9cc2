import { ShieldCheck } from "lucide-react";
import type { ReactNode } from "react";
import { Card, CardHeader } from "#components/ui/card";
import { CopyButton } from "#components/ui/copy-button";
import { EmptyState } from "#components/ui/empty-state";
import { Pager } from "#components/ui/page";
import { RelativeTime } from "#components/ui/relative-time";
import { formatCount } from "#lib/core/count";
import type { Page } from "#lib/core/cursor";
import { REJECTIONS_KEPT_DAYS, type Rejection, SEVERAL_ORIGINS } from "#lib/domain/intake/schema";

type RejectionsProps = {
  formId: string;
  rejections: Page<Rejection>;
  cursor: string | undefined;
};

export function Rejections({ formId, rejections, cursor }: RejectionsProps) {
  return (
    <div className="grid gap-4">
      <Card className="overflow-hidden">
        <CardHeader
          className="border-b pb-4"
          title="Rejected submissions"
          description={`Last ${REJECTIONS_KEPT_DAYS} days, grouped by minute. Content isn’t stored. Each visitor saw the reason and could try again.`}
        />
        {rejections.data.length === 0 ? (
          <EmptyState icon={ShieldCheck} title="No rejected submissions">
            No submissions were rejected in the last {REJECTIONS_KEPT_DAYS} days. If a message is
            missing, check Spam, and make sure your page submits to this form’s URL.
          </EmptyState>
        ) : (
          <section
            // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
            tabIndex={0}
            aria-label="Rejected submissions"
            className="sm:overflow-x-auto focus-visible:-outline-offset-2"
          >
            <table className="w-full text-left max-sm:block sm:min-w-[36rem] [&_:is(th,td)]:px-4 sm:[&_:is(th,td):first-child]:pl-6 sm:[&_:is(th,td):last-child]:pr-6">
              <thead className="max-sm:sr-only border-b text-xs text-muted-foreground [&_th]:py-2 [&_th]:font-medium">
                <tr>
                  <th scope="col">When</th>
                  <th scope="col">Why</th>
                  <th scope="col">From</th>
                  <th scope="col" className="text-right">
                    Count
                  </th>
                </tr>
              </thead>
              <tbody className="divide-y max-sm:block sm:[&_td]:py-3 sm:[&_td]:align-top">
                {rejections.data.map((rejection) => (
                  <RejectionRow
                    key={`${rejection.lastAt} ${rejection.code} ${rejection.origin}`}
                    rejection={rejection}
                  />
                ))}
              </tbody>
            </table>
          </section>
        )}
      </Card>
      <Pager
        path={`/forms/${formId}/diagnostics`}
        cursor={cursor}
        nextCursor={rejections.nextCursor}
      />
    </div>
  );
}

const REASONS: Readonly<Record<string, string>> = {
  allowance_exceeded: "The monthly allowance was used up",
  blocked_full: "Sender or word blocked: counted, but not stored because the limit was reached",
  empty_submission: "Empty submission",
  fields_dropped: "Stored without the fields that aren’t in the form’s list",
  file_type_not_allowed: "File type not allowed",
  form_closed: "The form wasn’t open, or was full",
  form_paused: "The form was paused",
  honeypot_full: "Caught by the honeypot: counted, but not stored because the limit was reached",
  idempotency_in_progress: "The same message was already being stored",
  idempotency_key_reused: "Idempotency key reused for different content",
  internal_error: "Something went wrong on our end",
  invalid_json: "Invalid JSON",
  origin_not_allowed: "Origin not allowed",
  rate_limited: "Rate limit reached",
  service_unavailable: "The service or Cloudflare was unavailable",
  storage_unavailable: "File storage was unavailable",
  submission_too_large: "Submission too large",
  too_many_fields: "Too many fields or files",
  turnstile_failed: "Spam check failed",
  turnstile_required: "Spam check missing",
  unsupported_media_type: "Unsupported content type",
  uploads_disabled: "File uploads are off",
  validation_failed: "A name, value, or key was invalid or too long, or didn’t fit its field",
};

function RejectionRow({ rejection: { lastAt, code, origin, count } }: { rejection: Rejection }) {
  const isOneOrigin = origin !== null && origin !== SEVERAL_ORIGINS;
  return (
    <tr className="max-sm:grid max-sm:gap-y-1.5 max-sm:py-4">
      <Cell label="When" className="whitespace-nowrap">
        <RelativeTime at={lastAt} />
      </Cell>
      <Cell label="Why">
        {REASONS[code] ?? code}
        <span className="block font-mono text-xs wrap-anywhere text-muted-foreground">{code}</span>
      </Cell>
      <Cell label="From" className="wrap-anywhere sm:max-w-64">
        {isOneOrigin ? (
          <span className="flex items-start gap-1">
            <bdi className="min-w-0">{origin}</bdi>
            <CopyButton text={origin} what={`origin ${origin}`} className="-my-1.5" />
          </span>
        ) : origin === null ? (
          "No Origin header"
        ) : (
          "Multiple sites"
        )}
      </Cell>
      <Cell label="Count" className="tabular sm:text-right">
        {formatCount(count)}
      </Cell>
    </tr>
  );
}

type CellProps = { label: string; className?: string; children: ReactNode };

/**
 * A table cell. On phones, it’s a line with its own label, since the table’s head isn’t shown
 * there.
 */
function Cell({ label, className, children }: CellProps) {
  return (
    <td className="max-sm:grid max-sm:grid-cols-[4.5rem_minmax(0,1fr)] max-sm:gap-3">
      <span aria-hidden className="text-muted-foreground sm:hidden">
        {label}
      </span>
      <div className={className}>{children}</div>
    </td>
  );
}
