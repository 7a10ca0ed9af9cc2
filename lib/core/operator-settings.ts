import { z } from "zod";
import { allowedHosts, brandName, brandUrl, wholeNumber } from "#lib/core/setting-shapes";

/** A month's count is a 4-byte integer, and up to twice the allowance is accepted. */
const MAX_ALLOWANCE = 1_000_000_000;

/** Serverless hosts cut requests at 4.5 MB. */
export const DEFAULT_UPLOAD_LIMIT_MB = 4;

/** The most files of a submission, and the default of UPLOAD_FILES. */
export const MAX_UPLOAD_FILES = 5;

/** Settings with which an operator decides what an installation is for. All suit one machine as they are. */
export const OPERATOR_SETTINGS = {
  SIGN_UP: z
    .enum(["open", "invited", "closed"], "must be open, invited, or closed")
    .default("open"),
  MONTHLY_ALLOWANCE: z
    .union(
      [z.literal("unlimited").transform(() => null), wholeNumber(1, MAX_ALLOWANCE)],
      `must be unlimited, or a whole number from 1 to ${MAX_ALLOWANCE}`,
    )
    .optional(),
  UPLOAD_LIMIT_MB: wholeNumber(1, 25).default(DEFAULT_UPLOAD_LIMIT_MB),
  UPLOAD_FILES: wholeNumber(1, MAX_UPLOAD_FILES).default(MAX_UPLOAD_FILES),
  BRAND_NAME: brandName.optional(),
  BRAND_URL: brandUrl.optional(),
  WEBHOOK_ALLOWED_HOSTS: allowedHosts.optional(),
} as const;

const OperatorSettings = z.object(OPERATOR_SETTINGS);

export function toOperatorSettings(values: z.output<typeof OperatorSettings>) {
  return {
    /** Who may sign up. The first account of an empty installation always may. */
    signUp: values.SIGN_UP,
    /** Submissions per month and workspace, instead of plans; null is unlimited, undefined leaves the plans. */
    monthlyAllowance: values.MONTHLY_ALLOWANCE,
    /** Of a submission with files, in MiB. */
    uploadLimitMb: values.UPLOAD_LIMIT_MB,
    /** The most files of a submission. */
    uploadFiles: values.UPLOAD_FILES,
    /** The name of the service on visitors' pages and in emails; `isOwn`: the operator set it. */
    brand: {
      name: values.BRAND_NAME ?? "Form Intake",
      url: values.BRAND_URL ?? null,
      isOwn: values.BRAND_NAME !== undefined,
    },
    /** `host:port` that webhooks may call, over http too, although it isn't public. */
    webhookAllowedHosts: values.WEBHOOK_ALLOWED_HOSTS ?? new Set<string>(),
  };
}
