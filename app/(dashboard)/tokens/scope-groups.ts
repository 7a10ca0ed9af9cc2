import type { Scope } from "#lib/tokens/scopes";

/** The scopes as people think of them. */
export const SCOPE_GROUPS: readonly { title: string; scopes: readonly Scope[] }[] = [
  { title: "Messages", scopes: ["submissions:read", "submissions:write", "files:read"] },
  { title: "Forms", scopes: ["forms:read", "forms:write"] },
  { title: "Recipients", scopes: ["recipients:read", "recipients:write"] },
  { title: "Integrations", scopes: ["integrations:read", "integrations:write"] },
  { title: "Usage", scopes: ["usage:read"] },
];

/** What most programs need. */
export const SCOPE_PRESETS: readonly { title: string; scopes: readonly Scope[] }[] = [
  { title: "Read messages", scopes: ["forms:read", "submissions:read", "files:read"] },
  {
    title: "Read everything",
    scopes: [
      "forms:read",
      "submissions:read",
      "files:read",
      "recipients:read",
      "integrations:read",
      "usage:read",
    ],
  },
  { title: "Everything", scopes: SCOPE_GROUPS.flatMap(({ scopes }) => scopes) },
];
