import { clientAddress, limitedAddress } from "#lib/core/client-address";
import { notFound } from "#lib/core/errors";
import { newId } from "#lib/core/ids";
import { makeChallenge } from "#lib/domain/forms/challenge/make-challenge";
import { challengeLimits, countRequest, requireWithin } from "#lib/domain/intake/limits";
import {
  findOpenForm,
  isPublicKey,
  type OpenForm,
  requireActive,
  visitorContext,
} from "#lib/domain/intake/open-form";
import { type HttpRequest, HttpResponse, queryOf } from "#lib/entry/http/http-types";
import { errorResponse, finish, jsonResponse, toAppError } from "#lib/entry/http/respond";
import { setCorsHeaders } from "#lib/entry/intake/cors";

/**
 * Our own scripts request a challenge from any form, so a form without one mustn't be an error to
 * them.
 */
export const OPTIONAL = "optional";

/** @throws {AppError} not_found, form_paused, rate_limited */
async function findForm(request: HttpRequest, publicKey: string): Promise<OpenForm> {
  const { total, ofForm } = challengeLimits(limitedAddress(clientAddress(request)), publicKey);
  const limits = isPublicKey(publicKey) ? [total, ofForm] : [total];
  for (const counted of await Promise.all(limits.map(countRequest))) requireWithin(counted);
  return requireActive(await findOpenForm(publicKey));
}

/**
 * Handles `GET /f/{publicKey}/challenge`: a challenge for the form's next message. For a form without challenges,
 * it's 404, or 204 with `?optional=1`.
 */
export async function serveChallenge(
  request: HttpRequest,
  publicKey: string,
): Promise<HttpResponse> {
  const requestId = newId();
  let form: OpenForm | null = null;
  let response: HttpResponse;
  try {
    form = await findForm(request, publicKey);
    if (form.spam.challenge)
      response = jsonResponse(200, await makeChallenge(visitorContext(form, new Date()), form.id));
    else if (queryOf(request).has(OPTIONAL)) response = new HttpResponse(204, {});
    else throw notFound();
  } catch (failure) {
    response = errorResponse(toAppError(failure, requestId), requestId);
  }
  return finish(setCorsHeaders(response, form, request.headers.get("origin")), requestId);
}
