import { log } from "#lib/core/log";

/**
 * Texts as a stream of UTF-8 bytes, made as fast as they are read and no faster. One that fails breaks
 * the stream off: by then the status has left, so only a broken connection can tell that some is
 * missing.
 */
export function streamText(texts: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await texts.next();
          if (done) controller.close();
          else controller.enqueue(encoder.encode(value));
        } catch (err) {
          log().error({ err }, "an export broke off");
          controller.error(err);
        }
      },
      async cancel() {
        await texts.return(undefined);
      },
    },
    { highWaterMark: 0 },
  );
}
