import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** A website of somebody else's: another origin than the service's, with pages as given. */
export type Website = {
  origin: string;
  /** Puts HTML at a path; answers its address. */
  publish: (path: string, body: string) => string;
  close: () => Promise<void>;
};

export async function startWebsite(): Promise<Website> {
  const pages = new Map<string, string>();
  const server = createServer((request, response) => {
    const body = pages.get(request.url ?? "");
    response.writeHead(body === undefined ? 404 : 200, {
      "content-type": "text/html; charset=utf-8",
    });
    response.end(
      `<!doctype html><html lang="en"><title>A website</title><link rel="icon" href="data:,">${body ?? ""}</html>`,
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    publish: (path, body) => {
      pages.set(path, body);
      return origin + path;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
