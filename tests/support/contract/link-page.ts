import { linkRoute } from "#lib/entry/visitor-pages/link-pages";

type Headers = Record<string, string>;

/** A browser with the page that a link in an email leads to. Waits for the work deferred until after the response. */
export function openLinkPage(page: Parameters<typeof linkRoute>[0]) {
  async function send(url: string, init: RequestInit): Promise<Response> {
    const deferred: (() => Promise<void>)[] = [];
    const { GET, POST } = linkRoute(page, (work) => deferred.push(work));
    const request = new Request(url, init);
    const response = await (request.method === "POST" ? POST(request) : GET(request));
    for (const work of deferred) await work();
    return response;
  }
  const post = (url: string, body: BodyInit | null = null, headers: Headers = {}) =>
    send(url, { method: "POST", headers, body });
  return {
    show: (url: string, headers: Headers = {}) => send(url, { headers }),
    post,
    /** Presses the button on the link's page. */
    press(url: string, headers: Headers = {}): Promise<Response> {
      const { origin, pathname, searchParams } = new URL(url);
      const token = searchParams.get("token") ?? "";
      return post(origin + pathname, new URLSearchParams({ token }), headers);
    },
  };
}
