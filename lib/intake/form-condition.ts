import type { FormSettings } from "#lib/forms/schema";
import type {
  BlockedCounts,
  RecentResults,
  RecentSubmissions,
} from "#lib/intake/recent-submissions";
import type { ObservedCounts } from "#lib/intake/rejections";
import type { Finding } from "#lib/intake/schema";
import type { BlockedReason } from "#lib/recipients/blocked-reason";
import type { Usage } from "#lib/usage/schema";

/** Input of the form doctor: the form, and the results of recent submissions. */
export type FormCondition = {
  status: "active" | "paused";
  settings: FormSettings;
  /** The service's own origin. */
  ownOrigin: string;
  /** The form's default recipients. Only `verified` ones are notified. */
  recipients: { named: number; verified: number };
  routing: { enabled: boolean; rules: readonly { name: string; verified: number }[] };
  /** Recipients of the form and of its active rules that get no notifications. */
  blockedRecipients: readonly { email: string; reason: BlockedReason }[];
  widget: {
    enabled: boolean;
    /** The counts of a widget that isn't enabled but observes. */
    observed: ObservedCounts | null;
    isVerified: boolean;
    hostnames: readonly string[];
  } | null;
  isReplyEnabled: boolean;
  /** True if visitors confirm their messages by email. */
  asksToConfirm: boolean;
  webhook: { enabled: boolean; health: "healthy" | "failing" | "suspended" } | null;
  destinations: readonly {
    name: string;
    enabled: boolean;
    health: "unknown" | "healthy" | "failing" | "suspended";
  }[];
  /** `hasPlans`: whether an owner can switch to a larger allowance. */
  usage: Pick<Usage, "accepted" | "allowance"> & { hasPlans: boolean };
  /** Rejections of the last 7 days by code and Origin (empty if none was sent), most frequent first. */
  rejections: readonly { code: string; origin: string; count: number }[];
  recent: RecentSubmissions;
  results: RecentResults;
  blocked: BlockedCounts;
};

/** One check of the form doctor. Pure. */
export type DoctorRule = (form: FormCondition) => Finding[];

export function hostOf(url: string): string {
  return URL.parse(url)?.hostname ?? "";
}
