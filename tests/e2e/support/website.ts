import { createServer } from "node:http";
import { listen } from "#tests/support/twins/listen";

/** Someone else's website: pages on another origin than the service's. */
export type Website = {
  origin: string;
  /** Publishes HTML at a path, with a content security policy if given. @returns its URL */
  publish: (path: string, body: string, policy?: string) => string;
  /** Publishes a script at a path. */
  publishScript: (path: string, code: string) => string;
  close: () => Promise<void>;
};

export async function startWebsite(): Promise<Website> {
  const files = new Map<string, { type: string; text: string; policy?: string }>();
  const server = createServer((request, response) => {
    const file = files.get(request.url ?? "") ?? { type: "text/plain", text: "" };
    const { type, text, policy } = file;
    if (policy) response.setHeader("content-security-policy", policy);
    response.writeHead(text === "" ? 404 : 200, { "content-type": `${type}; charset=utf-8` });
    response.end(text);
  });
  const origin = `http://127.0.0.1:${await listen(server)}`;
  return {
    origin,
    publish: (path, body, policy) => {
      const text = `<!doctype html><html lang="en"><title>A website</title><link rel="icon" href="data:,">${body}</html>`;
      files.set(path, { type: "text/html", text, ...(policy ? { policy } : {}) });
      return origin + path;
    },
    publishScript: (path, text) => {
      files.set(path, { type: "text/javascript", text });
      return origin + path;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
