import { serveIntake } from "#lib/http/intake/serve-intake";
import { INTAKE_PATH } from "#lib/http/openapi/intake-operation";
import { checkDocumented } from "#tests/support/api-document";
import { readAnswer } from "#tests/support/check-answer";
import { BOUNDARY, multipartBody, type SentPart } from "#tests/support/multipart-body";

export type Post = {
  headers?: Record<string, string>;
  address?: string;
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

/** One post to a form's public address, in process; resolves after the deferred work is done too. */
export async function postVisit(publicKey: string, post: Post): Promise<Response> {
  const { type, body } = encode(post);
  const deferred: (() => Promise<void>)[] = [];
  const request = new Request(`http://localhost:3000/f/${publicKey}`, {
    method: "POST",
    body,
    headers: {
      ...(type ? { "content-type": type } : {}),
      "x-fis-client-address": post.address ?? "203.0.113.7",
      ...post.headers,
    },
  });
  const response = await serveIntake(request, publicKey, (work) => deferred.push(work));
  for (const work of deferred) await work();
  checkDocumented(await readAnswer(response.clone()), "POST", INTAKE_PATH);
  return response;
}

/** The id of a message that was accepted as JSON. */
export async function acceptedId(response: Response): Promise<string> {
  const { data } = (await response.json()) as { data: { id: string } };
  return data.id;
}

/** The code of a refusal that was answered as an envelope. */
export async function refusalCode(response: Response): Promise<string> {
  const { error } = (await response.json()) as { error: { code: string } };
  return error.code;
}
