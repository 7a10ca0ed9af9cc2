// Doesn't use Zod, because pages load this file.

/** Kinds of destinations. `webhook` is any endpoint that verifies signatures. */
export const DESTINATION_KINDS = [
  "webhook",
  "slack",
  "discord",
  "teams",
  "telegram",
  "sheets",
] as const;
export type DestinationKind = (typeof DESTINATION_KINDS)[number];
/** Services with their own URL formats. Their URLs are secrets. */
export const SERVICE_KINDS = ["slack", "discord", "teams", "telegram", "sheets"] as const;
export type ServiceKind = (typeof SERVICE_KINDS)[number];
export type ChatKind = Exclude<ServiceKind, "sheets">;

type Service = {
  label: string;
  /** Matches the hostnames of the service's URLs. */
  hosts: RegExp;
  /** Matches the path and query of a URL that accepts messages. */
  target: RegExp;
  example: string;
};

const SERVICES: Readonly<Record<ServiceKind, Service>> = {
  slack: {
    label: "Slack",
    hosts: /^hooks\.slack(-gov)?\.com$/,
    target: /^\/services\/\w+\/\w+\/\w+$/,
    example: "https://hooks.slack.com/services/…",
  },
  discord: {
    label: "Discord",
    hosts: /^((canary|ptb)\.)?discord(app)?\.com$/,
    target: /^\/api\/(v\d+\/)?webhooks\/\d+\/[\w-]+(\?(thread_id=\d+)?)?$/,
    example: "https://discord.com/api/webhooks/…",
  },
  teams: {
    label: "Microsoft Teams",
    hosts: /(^|\.)(webhook\.office|logic\.azure|api\.powerplatform)\.com$/,
    target: /^\/webhookb2\/\S+$|\/workflows\/[^/?]+\/triggers\/[^/?]+\/paths\/invoke(\?|$)/,
    example: "https://….logic.azure.com/workflows/…",
  },
  telegram: {
    label: "Telegram",
    hosts: /^api\.telegram\.org$/,
    target:
      /^\/bot\d+:[\w-]+\/sendMessage\?(message_thread_id=\d+&)?chat_id=(-?\d+|(@|%40)\w+)(&message_thread_id=\d+)?$/,
    example: "https://api.telegram.org/bot…/sendMessage?chat_id=…",
  },
  sheets: {
    label: "Google Sheets",
    hosts: /^script\.google\.com$/,
    target: /^(\/a)?\/macros\/([\w.-]+\/)?s\/[\w-]+\/exec$/,
    example: "https://script.google.com/macros/s/…/exec",
  },
};

export function kindLabel(kind: DestinationKind): string {
  return kind === "webhook" ? "Webhook" : SERVICES[kind].label;
}

/** Returns the service of a URL by its host, or null. */
export function findService(url: URL): ServiceKind | null {
  return SERVICE_KINDS.find((kind) => SERVICES[kind].hosts.test(url.hostname)) ?? null;
}

/** Returns the kind of destination of a pasted URL; null if it isn't a URL. */
export function recognizeKind(text: string): DestinationKind | null {
  const url = URL.parse(text.trim());
  return url?.protocol === "https:" ? (findService(url) ?? "webhook") : null;
}

/** Returns the reason that a URL isn't valid for a kind of destination, or null. */
export function findKindProblem(kind: DestinationKind, url: URL): string | null {
  const service = findService(url);
  if (service !== null && service !== kind)
    return `is a ${kindLabel(service)} URL. Add it as a destination of the kind ${service}`;
  if (kind === "webhook") return null;
  const { label, target, example } = SERVICES[kind];
  const fits = service === kind && target.test(url.pathname + url.search);
  return fits ? null : `must be a ${label} URL like ${example}`;
}

/** A URL without its secret: scheme, host, and the last four characters. */
export function maskUrl(href: string): string {
  return `${new URL(href).origin}/…${href.slice(-4)}`;
}
