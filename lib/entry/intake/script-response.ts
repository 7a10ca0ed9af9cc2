import type { AppError, ErrorDetail } from "#lib/core/errors";
import { settings } from "#lib/core/settings/settings";
import { HttpResponse } from "#lib/entry/http/http-types";
import { errorResponse, jsonResponse } from "#lib/entry/http/respond";
import type { VisitorForm } from "#lib/entry/visitor-pages/form-parts";
import { fieldLabel } from "#lib/entry/visitor-pages/kept-fields";
import { visitorWords } from "#lib/entry/visitor-pages/visitor-words";
import type { PageTexts } from "#lib/entry/visitor-pages/words/page-texts";
import { joinSentences, labelledSentence } from "#lib/entry/visitor-pages/words/sentences";

/** The members that scripts of websites test for. `docs/clients.md` lists them with their tests. */
const SUCCESS = { ok: true, success: true, code: 200, status: "success", result: "success" };
const FAILURE = { ok: false, success: false, status: "error", result: "error" };

export type ScriptSuccess = {
  /** The message for the visitor, in their language. */
  message: string;
  /** The URL of the next page. */
  next: string;
  data: { id: string; receivedAt: number };
};

/** The problems of a submission, in the visitor's language. */
export type ExplainedError = {
  error: AppError;
  details: readonly ErrorDetail[];
  form: VisitorForm | null;
  texts: PageTexts;
};

type ScriptError = { field?: string; code: string; message: string };

function textResponse(status: number, text: string, headers: Record<string, string>): HttpResponse {
  return new HttpResponse(
    status,
    { ...headers, "Content-Type": "text/plain; charset=utf-8" },
    text,
  );
}

/** @param isText - whether the form answers scripts in plain text */
export function scriptSuccess(
  success: ScriptSuccess,
  isText: boolean,
  headers: Record<string, string>,
): HttpResponse {
  return isText
    ? textResponse(200, "OK", headers)
    : jsonResponse(200, { ...SUCCESS, ...success }, headers);
}

/**
 * Returns the text that a script shows about an error, and the problems of single fields as whole
 * sentences.
 */
function explain({ error, details, form, texts }: ExplainedError) {
  const { code, message } = error;
  // There are no visitor texts for problems that only a developer can fix.
  if (code === "method_not_allowed") return { message, errors: [{ code, message }] };
  const { reason, advice } = visitorWords(error, texts, settings());
  const errors = details
    .filter(({ path }) => path !== "")
    .map(({ path, message }): ScriptError => {
      const label = fieldLabel(path, form, texts.words);
      return { field: path, code, message: labelledSentence(label, message, texts) };
    });
  const problems = errors.map(({ message }) => message);
  const text = joinSentences([reason, ...problems, advice], texts.words);
  return { message: text, errors: errors.length > 0 ? errors : [{ code, message: text }] };
}

/**
 * Creates an error for a script, with the envelope of the API and the members that scripts of
 * websites read.
 *
 * @param isText - whether the form answers scripts in plain text
 */
export function scriptError(
  explained: ExplainedError,
  requestId: string,
  isText = false,
): HttpResponse {
  const { error } = explained;
  const { message, errors } = explain(explained);
  const more = { ...FAILURE, code: error.status, message, errors };
  const response = errorResponse(error, requestId, more);
  return isText ? textResponse(error.status, message, response.headers) : response;
}
