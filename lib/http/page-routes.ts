/**
 * The largest body that a page accepts, its server actions included; the largest real one is a sample
 * message for a form's rules.
 */
export const MAX_PAGE_BODY_BYTES = 256 * 1024;

/** The pages and files outside of `/v1`, `/f`, `/api`, and `/mcp`, IDs left out. A test compares them with app/. */
const PAGE_ROUTES: ReadonlySet<string> = new Set([
  "/",
  "/confirm-email",
  "/deleted",
  "/invitation",
  "/no-access",
  "/reset-password",
  "/sign-in",
  "/sign-in/code",
  "/sign-up",
  "/deliveries",
  "/forms",
  "/forms/{id}",
  "/forms/{id}/destinations",
  "/forms/{id}/destinations/{id}",
  "/forms/{id}/destinations/{id}/deliveries/{id}",
  "/forms/{id}/diagnostics",
  "/forms/{id}/auto-reply",
  "/forms/{id}/auto-reply/preview",
  "/forms/{id}/fields",
  "/forms/{id}/fields/preview",
  "/forms/{id}/install",
  "/forms/{id}/page",
  "/forms/{id}/routing",
  "/forms/{id}/settings",
  "/forms/{id}/spam-protection",
  "/forms/{id}/webhook",
  "/forms/{id}/webhook/deliveries/{id}",
  "/forms/{id}/webhook/receiver-test",
  "/forms/{id}/webhook/test",
  "/forms/new",
  "/inbox",
  "/inbox/{id}",
  "/operator",
  "/recipients",
  "/settings",
  "/settings/audit",
  "/settings/data",
  "/settings/delete",
  "/settings/members",
  "/settings/security",
  "/test-inbox",
  "/test-inbox/confirm-email",
  "/test-inbox/{id}",
  "/test-inbox/{id}/preview",
  "/tokens",
  "/tokens/new",
  "/usage",
  "/welcome",
  "/confirm-message",
  "/mark-spam",
  "/opt-out",
  "/verify-recipient",
  "/.well-known/security.txt",
  "/docs",
  "/docs/api",
  "/docs/search.json",
  "/llms.txt",
  "/.well-known/oauth-protected-resource",
  "/.well-known/oauth-protected-resource/mcp",
  "/openapi-3.0.json",
  "/openapi.json",
  "/openapi.yaml",
  "/switch-workspace",
  "/unknown",
]);

/**
 * The route of a page for metrics, one of a limited set: a guide is `/docs/*`, and an unknown address
 * `other`.
 *
 * @param path - without IDs, as it's logged
 */
export function pageRoute(path: string): string {
  if (PAGE_ROUTES.has(path)) return path;
  return path.startsWith("/docs/") ? "/docs/*" : "other";
}

/** The routes, for the test that compares them. */
export const pageRoutes = (): readonly string[] => [...PAGE_ROUTES];

const FORM_SCRIPT = /^\/form(\/v\d+)?\.js(\?|$)/;

/** Returns whether a request is for `/form.js` or a version of it: files that browsers may cache. */
export function isFormScript(target: string): boolean {
  return FORM_SCRIPT.test(target);
}
