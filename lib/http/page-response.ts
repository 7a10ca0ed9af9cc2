import type { Page } from "#lib/core/cursor";
import { streamText } from "#lib/core/streams";
import { HttpResponse } from "#lib/http/http-types";

const START = '{"data":[';

async function* writePage(
  { data: _, ...others }: Page<unknown>,
  items: AsyncIterable<unknown>,
): AsyncGenerator<string, void> {
  let before = START;
  for await (const item of items) {
    yield before + JSON.stringify(item);
    before = ",";
  }
  const end = JSON.stringify({ data: [], ...others }).slice(START.length);
  yield before === START ? START + end : end;
}

/** A page whose items are written as they're read, so that a large one never is in memory as a whole. */
export function streamPage(page: Page<unknown>, items: AsyncIterable<unknown>): HttpResponse {
  const headers = { "Content-Type": "application/json; charset=utf-8" };
  return new HttpResponse(200, headers, streamText(writePage(page, items)));
}
