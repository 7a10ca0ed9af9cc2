import { request } from "node:http";

export type OddResponse = {
  status: number;
  headers: Record<string, string | undefined>;
  body: Buffer;
};

/** Sends one request with its path and headers unchanged, on its own connection. */
export function askAsIs(
  baseUrl: string,
  method: string,
  path: string,
  headers: Record<string, string | undefined> = {},
  body = "",
): Promise<OddResponse> {
  const { hostname, port, host } = new URL(baseUrl);
  const all = Object.entries({ host, ...headers }).filter(([, value]) => value !== undefined);
  return new Promise((resolve, reject) => {
    const call = request({
      hostname,
      port,
      method,
      path,
      headers: Object.fromEntries(all),
      setHost: false,
      agent: false,
    });
    call.once("error", reject).once("response", (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk)).once("error", reject);
      response.once("end", () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: Object.fromEntries(
            Object.entries(response.headersDistinct).map(([name, all]) => [name, all?.join(", ")]),
          ),
          body: Buffer.concat(chunks),
        }),
      );
    });
    call.end(body);
  });
}
