import type {
  IDataObject,
  IExecuteFunctions,
  IHookFunctions,
  IHttpRequestMethods,
  IHttpRequestOptions,
  ILoadOptionsFunctions,
  IN8nHttpFullResponse,
  INodePropertyOptions,
  JsonObject,
} from "n8n-workflow";
import { NodeApiError, sleep } from "n8n-workflow";

type Caller = IExecuteFunctions | IHookFunctions | ILoadOptionsFunctions;
type Page = { data: IDataObject[]; nextCursor?: string | null };

/** The most that every list accepts. */
const PAGE_SIZE = 50;
const MAX_OPTIONS = 500;
/** A rate limit is over within a minute, unless other programs use it up. */
const MAX_TRIES = 5;
const MAX_WAIT_SECONDS = 120;

/**
 * Calls the API with the node's credentials, and returns the response's body. At the rate limit, it waits as
 * long as the service says and repeats the request, which wasn't carried out.
 *
 * @throws {NodeApiError} with the service's message
 */
export async function callApi<T>(
  node: Caller,
  method: IHttpRequestMethods,
  path: string,
  input: { qs?: IDataObject; body?: IDataObject } = {},
): Promise<T> {
  const { baseUrl } = await node.getCredentials("formIntakeApi");
  const url = String(baseUrl).replace(/\/+$/, "") + path;
  // An error that n8n throws doesn't have the header Retry-After.
  const full = { returnFullResponse: true, ignoreHttpStatusErrors: true };
  const options = { method, url, json: true, ...full, ...input };
  for (let tries = 1; ; tries += 1) {
    const { statusCode, headers, body } = await request(node, options);
    if (statusCode < 400) return body as T;
    const seconds = Number(headers["retry-after"] ?? Number.NaN);
    if (statusCode !== 429 || tries === MAX_TRIES || !(seconds <= MAX_WAIT_SECONDS)) {
      const failed = {
        message: `The service responded with ${statusCode}`,
        response: { status: statusCode, data: body },
      };
      throw new NodeApiError(node.getNode(), failed as JsonObject);
    }
    await sleep(seconds * 1000);
  }
}

async function request(node: Caller, options: IHttpRequestOptions): Promise<IN8nHttpFullResponse> {
  try {
    return await node.helpers.httpRequestWithAuthentication.call(node, "formIntakeApi", options);
  } catch (error) {
    throw new NodeApiError(node.getNode(), error as JsonObject);
  }
}

/** Items of a list, page by page. */
export async function listItems(
  node: Caller,
  path: string,
  query: IDataObject,
  limit: number,
): Promise<IDataObject[]> {
  const items: IDataObject[] = [];
  let cursor: string | null = null;
  do {
    const qs: IDataObject = { ...query, limit: Math.min(PAGE_SIZE, limit - items.length) };
    if (cursor) qs.cursor = cursor;
    const page: Page = await callApi(node, "GET", path, { qs });
    items.push(...page.data);
    cursor = page.nextCursor ?? null;
  } while (cursor !== null && items.length < limit);
  return items;
}

/** A form's path, or a part of it. */
export function formPath(formId: string, rest = ""): string {
  return `/v1/forms/${encodeURIComponent(formId)}${rest}`;
}

/** The forms to select from. */
export async function getForms(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
  const forms = await listItems(this, "/v1/forms", {}, MAX_OPTIONS);
  return forms.map(({ id, name }) => ({ name: String(name), value: String(id) }));
}
