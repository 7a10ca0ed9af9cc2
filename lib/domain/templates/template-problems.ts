import type { DestinationKind } from "#lib/domain/endpoints/chats/kinds";
import { parseForKind } from "#lib/domain/endpoints/destination-schema";
import { DEFAULT_SETTINGS } from "#lib/domain/forms/schema";

type Problem = { path: (string | number)[]; message: string };
type Endpoint = { url: string | null };
type Rule = { field: string };

/** The parts of a template that depend on each other. */
type Template = {
  settings: { honeypot?: string | undefined };
  fields: { fields?: readonly { name: string }[] | undefined };
  routing: { rules: readonly Rule[] };
  webhook: Endpoint | null;
  destinations: readonly (Endpoint & {
    kind: DestinationKind;
    events: readonly string[];
    conditions: { rules: readonly Rule[] } | null;
  })[];
};

/** Returns whether a template contains integrations, which not everyone may set. */
export function hasIntegrations({
  routing,
  autoresponder,
  webhook,
  destinations,
}: Pick<Template, "routing" | "webhook" | "destinations"> & { autoresponder: unknown }): boolean {
  const endpoints = [...(webhook ? [webhook] : []), ...destinations];
  const isConnected = endpoints.some(({ url }) => url !== null);
  return isConnected || routing.rules.length > 0 || autoresponder !== null;
}

/** Returns the problems of a template whose members are valid on their own. */
export function findTemplateProblems(template: Template): Problem[] {
  return [...honeypotProblems(template), ...urlProblems(template)];
}

/**
 * Finds uses of the honeypot: people leave it empty, so no part of the form may request or test it.
 */
function honeypotProblems({ settings, fields, routing, destinations }: Template): Problem[] {
  const { honeypot = DEFAULT_SETTINGS.honeypot } = settings;
  const message = "must not be the form's honeypot";
  const named = [
    ...(fields.fields ?? []).map(({ name }, at) => ({
      name,
      path: ["fields", "fields", at, "name"],
    })),
    ...routing.rules.map(({ field }, at) => ({
      name: field,
      path: ["routing", "rules", at, "field"],
    })),
    ...destinations.flatMap(({ conditions }, at) =>
      (conditions?.rules ?? []).map(({ field }, place) => ({
        name: field,
        path: ["destinations", at, "conditions", "rules", place, "field"],
      })),
    ),
  ];
  return named.flatMap(({ name, path }) => (name === honeypot ? [{ path, message }] : []));
}

function urlProblems({ webhook, destinations }: Template): Problem[] {
  const endpoints = [
    ...(webhook ? [{ kind: "webhook" as const, url: webhook.url, path: ["webhook"] }] : []),
    ...destinations.map((given, at) => ({ ...given, path: ["destinations", at] })),
  ];
  return endpoints.flatMap(({ path, url, ...endpoint }) =>
    parseForKind(endpoint.kind, { ...endpoint, ...(url === null ? {} : { url }) }).problems.map(
      (problem) => ({ path: [...path, problem.path], message: problem.message }),
    ),
  );
}
