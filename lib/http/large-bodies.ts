import type { IncomingMessage, ServerResponse } from "node:http";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { MAX_MULTIPART_BYTES } from "#lib/http/intake/content-type";
import { MAX_JSON_BYTES } from "#lib/http/parse";

/** Smaller bodies are a part of ordinary garbage. */
const LARGE_BODY_BYTES = 64 * 1024;
/** How many bytes of large bodies arrive between two collections. */
const COLLECT_EVERY_BYTES = 8 * 1024 * 1024;

/** The most that handlers of these paths read. Pages have a limit of their own. */
const MOST_READ: readonly [path: RegExp, bytes: number][] = [
  [/^\/f\//, MAX_MULTIPART_BYTES],
  [/^\/(v1|api|mcp)([/?]|$)/, MAX_JSON_BYTES],
];

type Collect = (options: { type: "minor" }) => void;

function loadCollect(): Collect {
  setFlagsFromString("--expose-gc");
  return runInNewContext("gc");
}

let collect: Collect | undefined;
let uncollectedBytes = 0;

/**
 * Collects what has arrived now and then. V8 doesn't count these buffers when it decides to collect young
 * objects: a few fast senders would let them grow by 100 MB.
 */
function countArrived(bytes: number): void {
  uncollectedBytes += bytes;
  if (uncollectedBytes < COLLECT_EVERY_BYTES) return;
  uncollectedBytes = 0;
  collect ??= loadCollect();
  collect({ type: "minor" });
}

function isLarge({ headers }: IncomingMessage): boolean {
  return (
    headers["transfer-encoding"] !== undefined ||
    Number(headers["content-length"] ?? 0) > LARGE_BODY_BYTES
  );
}

/**
 * Drops what no one reads of a large body: after more than its handler reads, and after the response. The
 * framework reads ahead, and would keep all of it until the handler responds.
 */
export function boundLargeBody(request: IncomingMessage, response: ServerResponse): void {
  if (!isLarge(request)) return;
  const { url = "" } = request;
  const most = MOST_READ.find(([path]) => path.test(url))?.[1] ?? Number.POSITIVE_INFINITY;
  const push = request.push.bind(request);
  let passedBytes = 0;
  let hasResponse = false;
  request.push = (chunk: Buffer | null, encoding) => {
    if (!chunk) return push(chunk, encoding);
    countArrived(chunk.byteLength);
    if (hasResponse || passedBytes > most) return true;
    passedBytes += chunk.byteLength;
    return push(chunk, encoding);
  };
  const takeRest = () => {
    hasResponse = true;
    // Otherwise Node would drop the rest itself, uncounted.
    request.read(0);
  };
  if (response.writableEnded) takeRest();
  else response.once("prefinish", takeRest);
}
