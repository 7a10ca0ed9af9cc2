import { createHash } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";
import { Redis } from "ioredis";
import { z } from "zod";
import { serveHttp } from "#tests/support/twins/listen";

const Command = z.tuple([z.string()], z.union([z.string(), z.number()]));

/**
 * Upstash's REST API in front of a real Redis: `POST /` accepts one command, `POST /pipeline` a list.
 * Like Upstash and unlike Redis, it supports a script's `#!lua flags=…` line.
 */
export async function startUpstashTwin(redisUrl: string, token: string) {
  const redis = new Redis(redisUrl, { protocol: 2 });
  const digests = new Map<string, string>();
  let requests = 0;

  async function run(command: z.infer<typeof Command>) {
    const [name, script, ...rest] = command.map(String);
    if (name?.toLowerCase() === "evalsha") {
      return redis.call("EVALSHA", digests.get(script ?? "") ?? script ?? "", ...rest);
    }
    if (name?.toLowerCase() === "eval") {
      const plain = (script ?? "").replace(/^#!lua.*\n/, "");
      digests.set(sha1(script ?? ""), sha1(plain));
      return redis.call("EVAL", plain, ...rest);
    }
    return redis.call(name ?? "", ...[script ?? "", ...rest]);
  }

  async function answer(request: IncomingMessage): Promise<[number, unknown]> {
    requests++;
    if (request.headers.authorization !== `Bearer ${token}`) return [401, { error: "WRONGPASS" }];
    const body: unknown = JSON.parse(await text(request));
    const settle = (command: z.infer<typeof Command>) =>
      run(command).then(
        (result) => ({ result }),
        (error: Error) => ({ error: error.message }),
      );
    if (request.url === "/pipeline") {
      return [200, await Promise.all(z.array(Command).parse(body).map(settle))];
    }
    const outcome = await settle(Command.parse(body));
    return ["error" in outcome ? 400 : 200, outcome];
  }

  const { url, stop } = await serveHttp(async (request, response) => {
    const [status, body] = await answer(request);
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  });
  return {
    url,
    requestCount: () => requests,
    async stop() {
      redis.disconnect();
      await stop();
    },
  };
}

function sha1(script: string): string {
  return createHash("sha1").update(script).digest("hex");
}
