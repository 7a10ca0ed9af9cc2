import type { FormSettings } from "#lib/forms/schema";
import type { Finding } from "#lib/intake/schema";

/** What the form doctor looks at: a form as it is, and what came of its last posts. */
export type FormCondition = {
  status: "active" | "paused";
  settings: FormSettings;
  /** Origin of this service's own pages. */
  ownOrigin: string;
  /** The form's own recipients; `verified` of them are told. */
  recipients: { named: number; verified: number };
  routing: { enabled: boolean; rules: readonly { name: string; verified: number }[] };
  widget: { enabled: boolean; isVerified: boolean; hostnames: readonly string[] } | null;
  isReplyEnabled: boolean;
  webhook: { enabled: boolean; health: "healthy" | "failing" | "suspended" } | null;
  usage: { accepted: number; allowance: number };
  /** Refused posts of the last 7 days by code and Origin (empty: none was sent), the most frequent first. */
  refusals: readonly { code: string; origin: string; count: number }[];
  /** Of the last messages, how many the honeypot caught. */
  recent: { total: number; honeypot: number };
};

/** One thing that the form doctor looks for. Pure. */
export type DoctorRule = (form: FormCondition) => Finding[];

export function hostOf(url: string): string {
  return URL.parse(url)?.hostname ?? "";
}
