import type {
  AfterResponseMiddleware,
  Authentication,
  BeforeRequestMiddleware,
  Bundle,
  ZObject,
} from "zapier-platform-core";

/** The address of an endpoint of the connected service. */
export function apiUrl({ authData }: Pick<Bundle, "authData">, path: string): string {
  return String(authData.baseUrl).replace(/\/+$/, "") + path;
}

/** What people connect: the address of their service, and a token. */
export const authentication: Authentication = {
  type: "custom",
  fields: [
    {
      key: "baseUrl",
      label: "Service URL",
      type: "string",
      required: true,
      helpText: "The address of your Form Intake service, like `https://forms.example.com`.",
    },
    {
      key: "token",
      label: "API token",
      type: "password",
      required: true,
      helpText:
        "Create it under **API tokens**, with the scopes `forms:read`, `submissions:read`, and `integrations:write`.",
    },
  ],
  test: async (z: ZObject, bundle: Bundle) => {
    const { data } = await z.request(apiUrl(bundle, "/v1/token"));
    return data.data;
  },
  connectionLabel: "{{name}}",
};

export const addToken: BeforeRequestMiddleware = (request, _z, bundle) => ({
  ...request,
  headers: { ...request.headers, Authorization: `Bearer ${bundle?.authData.token}` },
});

/** Shows the service's own words. Zapier waits after a 429, and asks to connect again after a 401. */
export const throwApiError: AfterResponseMiddleware = (response, z) => {
  const { status } = response;
  if (status < 400 || response.skipThrowForStatus) return response;
  const { error } = (response.data ?? {}) as { error?: { code: string; message: string } };
  const message = error?.message ?? `The service responded with ${status}.`;
  if (status === 401) throw new z.errors.ExpiredAuthError(message);
  if (status === 429)
    throw new z.errors.ThrottledError(message, Number(response.getHeader("retry-after")) || 60);
  throw new z.errors.Error(message, error?.code, status);
};
