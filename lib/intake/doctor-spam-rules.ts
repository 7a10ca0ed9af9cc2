import { countOf } from "#lib/core/count";
import { type DoctorRule, hostOf } from "#lib/intake/form-condition";
import type { Finding } from "#lib/intake/schema";

/** Names that browsers fill in by themselves, or that forms use for what people type. */
const FILLED_NAMES = new Set(
  "name firstname first_name lastname last_name fullname email mail e_mail phone tel mobile company organization organisation address street city zip postcode postal_code country state website url homepage username subject message comment comments text body title".split(
    " ",
  ),
);

const honeypotRule: DoctorRule = ({ settings: { honeypot }, recent }) => {
  const findings: Finding[] = [];
  if (FILLED_NAMES.has(honeypot.toLowerCase()))
    findings.push({
      id: "honeypot_name_common",
      severity: "warning",
      section: "spam_protection",
      what: `The honeypot is called “${honeypot}”, a name that people and browsers fill in. Such messages go to spam, and what was typed there is not kept.`,
      mend: "Give it a name that no form uses, like botcheck.",
    });
  if (recent.honeypot >= 5 && recent.honeypot * 2 > recent.total)
    findings.push({
      id: "honeypot_catches_most",
      severity: "warning",
      section: "spam_protection",
      what: `The honeypot caught ${recent.honeypot} of the last ${countOf(recent.total, "message")}.`,
      mend: 'Look through the spam folder. If real messages are there, hide the honeypot from people (and from autofill, with autocomplete="off") on your page.',
    });
  return findings;
};

const widgetRule: DoctorRule = ({ widget, settings: { allowedOrigins }, ownOrigin }) => {
  if (!widget) return [];
  if (!widget.enabled)
    return [
      {
        id: "widget_disabled",
        severity: "note",
        section: "spam_protection",
        what: "The anti-spam widget is connected, but switched off: nothing is checked.",
        mend: "Switch it on.",
      },
    ];
  const isCovered = (origin: string) => widget.hostnames.includes(hostOf(origin));
  const findings = allowedOrigins
    .filter((origin) => origin !== ownOrigin && !isCovered(origin))
    .map(
      (origin): Finding => ({
        id: "widget_hostname_missing",
        severity: "error",
        section: "spam_protection",
        what: `Messages from ${origin} are allowed, but its host is not among the widget’s hostnames: every one of them is refused.`,
        mend: `Add ${hostOf(origin)} to the hostnames, here and in Cloudflare’s dashboard.`,
      }),
    );
  const isHosted = allowedOrigins.length === 0 || allowedOrigins.includes(ownOrigin);
  if (isHosted && !isCovered(ownOrigin))
    findings.push({
      id: "widget_not_on_hosted_form",
      severity: allowedOrigins.length === 0 ? "note" : "warning",
      section: "spam_protection",
      what: "The hosted form cannot be sent: this service’s host is not among the widget’s hostnames.",
      mend: `Add ${hostOf(ownOrigin)} to the hostnames if you use the hosted form.`,
    });
  if (!widget.isVerified)
    findings.push({
      id: "widget_unverified",
      severity: "warning",
      section: "spam_protection",
      what: "No visitor has passed the widget’s check since it was saved, so nobody knows yet whether it works.",
      mend: "Send the form once from your website.",
    });
  return findings;
};

const replyRule: DoctorRule = ({ isReplyEnabled, widget }) =>
  !isReplyEnabled || (widget?.enabled && widget.isVerified)
    ? []
    : [
        {
          id: "replies_not_sent",
          severity: "warning",
          section: "auto_reply",
          what: "Automatic replies are on, but none is sent: they need an anti-spam widget that is switched on and that a visitor has passed.",
          mend: "Connect the widget and send the form once from your website.",
        },
      ];

export const spamRules: readonly DoctorRule[] = [honeypotRule, widgetRule, replyRule];
