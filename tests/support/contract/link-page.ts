import { forWeb } from "#lib/entry/http/http-types";
import type { optOutPage } from "#lib/entry/visitor-pages/link-pages";

type Headers = Record<string, string>;

/** A browser with the page that a link in an email leads to. */
export function openLinkPage({ show, press }: Pick<typeof optOutPage, "show" | "press">) {
  const post = (url: string, body: BodyInit | null = null, headers: Headers = {}) =>
    forWeb(press)(new Request(url, { method: "POST", headers, body }), () => undefined);
  return {
    show: (url: string, headers: Headers = {}) => forWeb(show)(new Request(url, { headers })),
    post,
    /** Presses the button on the link's page. */
    press(url: string, headers: Headers = {}): Promise<Response> {
      const { origin, pathname, searchParams } = new URL(url);
      const token = searchParams.get("token") ?? "";
      return post(origin + pathname, new URLSearchParams({ token }), headers);
    },
  };
}
