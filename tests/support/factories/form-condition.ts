import type { FormCondition } from "#lib/domain/diagnostics/form-condition";
import { UNSAVED_OPTIONS } from "#lib/domain/forms/options/options-schema";
import { DEFAULT_SETTINGS } from "#lib/domain/forms/schema";

/** The form doctor's input for a form with nothing to complain about. */
export const WELL: FormCondition = {
  status: "active",
  options: { ...UNSAVED_OPTIONS, taken: 0 },
  closed: null,
  settings: DEFAULT_SETTINGS,
  ownOrigin: "https://forms.example.org",
  recipients: { named: 1, verified: 1 },
  routing: { enabled: false, rules: [] },
  blockedRecipients: [],
  widget: null,
  ownChallenge: "off",
  model: null,
  isReplyEnabled: false,
  asksToConfirm: false,
  webhook: null,
  destinations: [],
  usage: { accepted: 0, allowance: 1000, hasPlans: true },
  rejections: [],
  recent: {
    total: 0,
    honeypot: 0,
    people: 0,
    unanswerable: 0,
    addressFields: [],
    baits: [],
    isModelJudged: false,
    unused: [],
    guessedCharsets: [],
    textForms: 0,
    asked: [],
  },
  ownFields: [],
  results: {
    emails: { failed: 0, uncertain: 0 },
    events: { delivered: 0, failed: 0, waiting: 0 },
  },
  blocked: { senders: 0, words: 0 },
};
