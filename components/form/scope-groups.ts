import type { Scope } from "#lib/domain/tokens/schema";

export const SCOPE_GROUPS: readonly { title: string; scopes: readonly Scope[] }[] = [
  {
    title: "Messages",
    scopes: [
      "submissions:read",
      "submissions:write",
      "submissions:reply",
      "submissions:import",
      "files:read",
    ],
  },
  { title: "Forms", scopes: ["forms:read", "forms:write"] },
  { title: "Recipients", scopes: ["recipients:read", "recipients:write"] },
  { title: "Integrations", scopes: ["integrations:read", "integrations:write"] },
  { title: "Usage", scopes: ["usage:read"] },
];

export type ScopePreset = { title: string; text: string; scopes: readonly Scope[] };

export const SCOPE_PRESETS: readonly ScopePreset[] = [
  {
    title: "Read messages",
    text: "For imports and reports.",
    scopes: ["forms:read", "submissions:read", "files:read"],
  },
  {
    title: "Read everything",
    text: "Read-only access to all data.",
    scopes: [
      "forms:read",
      "submissions:read",
      "files:read",
      "recipients:read",
      "integrations:read",
      "usage:read",
    ],
  },
  {
    title: "Set up forms",
    text: "For assistants. No access to messages.",
    scopes: [
      "forms:read",
      "forms:write",
      "recipients:read",
      "recipients:write",
      "integrations:read",
      "integrations:write",
      "usage:read",
    ],
  },
  {
    title: "Full access",
    text: "For tools that manage forms.",
    scopes: SCOPE_GROUPS.flatMap(({ scopes }) => scopes),
  },
];

export function presetOf(scopes: Iterable<string>): ScopePreset | undefined {
  const given = new Set(scopes);
  return SCOPE_PRESETS.find(
    (preset) =>
      preset.scopes.length === given.size && preset.scopes.every((scope) => given.has(scope)),
  );
}
