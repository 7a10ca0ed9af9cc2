import { forWeb, type HttpRequest, type HttpResponse } from "#lib/entry/http/http-types";
import { serveIntake } from "#lib/entry/intake/serve-intake";
import { INTAKE_PATH } from "#lib/entry/openapi/intake-operation";
import { checkDocumented } from "#tests/support/contract/api-document";
import { readResult } from "#tests/support/contract/check-answer";
import { BOUNDARY, multipartBody, type SentPart } from "#tests/support/factories/multipart-body";

/** The Accept header of a browser that submits a form or opens a page. */
export const BROWSER_ACCEPT = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";

export type Post = {
  headers?: Record<string, string>;
  address?: string;
  query?: string;
} & (
  | { json: unknown }
  | { form: Record<string, string> | [string, string][] }
  | { multipart: readonly SentPart[] }
  | { raw: string | Uint8Array; contentType?: string }
);

function encode(post: Post): { type: string | undefined; body: BodyInit } {
  if ("json" in post) return { type: "application/json", body: JSON.stringify(post.json) };
  if ("form" in post)
    return {
      type: "application/x-www-form-urlencoded",
      body: new URLSearchParams(post.form).toString(),
    };
  if ("multipart" in post)
    return {
      type: `multipart/form-data; boundary=${BOUNDARY}`,
      body: new Uint8Array(multipartBody(post.multipart)),
    };
  return {
    type: post.contentType,
    body: typeof post.raw === "string" ? post.raw : new Uint8Array(post.raw),
  };
}

/**
 * Submits to a form's public URL, in process, and waits for deferred work. A `form` or `multipart`
 * body is sent as a browser does unless `headers.accept` is set.
 */
export async function postVisit(publicKey: string, post: Post): Promise<Response> {
  const { type, body } = encode(post);
  const deferred: (() => Promise<void>)[] = [];
  const request = new Request(`http://localhost:3000/f/${publicKey}${post.query ?? ""}`, {
    method: "POST",
    body,
    headers: {
      ...("form" in post || "multipart" in post ? { accept: BROWSER_ACCEPT } : {}),
      ...(type ? { "content-type": type } : {}),
      "x-fis-client-address": post.address ?? "203.0.113.7",
      ...post.headers,
    },
  });
  const response = await forWeb(serveIntake)(request, publicKey, (work) => deferred.push(work));
  for (const work of deferred) await work();
  checkDocumented(await readResult(response.clone()), "POST", INTAKE_PATH);
  return response;
}

/** Opens one of a form's pages like a browser. */
export function openPage(
  show: (request: HttpRequest, publicKey: string) => Promise<HttpResponse>,
  publicKey: string,
  headers: Record<string, string> = {},
  query = "",
): Promise<Response> {
  const request = new Request(`http://localhost:3000/f/${publicKey}${query}`, {
    headers: { accept: BROWSER_ACCEPT, ...headers },
  });
  return forWeb(show)(request, publicKey);
}

/** The id of a submission that must have been accepted as JSON. */
export async function acceptedId(response: Response): Promise<string> {
  const { data } = (await response.json()) as { data: { id: string } };
  return data.id;
}

/** Submits these fields as JSON, which must be accepted; returns the submission's ID. */
export async function submitTo(
  { publicKey }: { publicKey: string },
  json: unknown = { message: "Hello" },
  headers: Record<string, string> = {},
): Promise<string> {
  return acceptedId(await postVisit(publicKey, { json, headers }));
}

/** The error code of a response with an error envelope. */
export async function rejectionCode(response: Response): Promise<string> {
  const { error } = (await response.json()) as { error: { code: string } };
  return error.code;
}
