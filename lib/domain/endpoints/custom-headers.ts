import { z } from "zod";
import { type ErrorDetail, rejectInvalid } from "#lib/core/errors";
import { decryptSecret, encryptSecret, type SecretRow } from "#lib/core/secrets";
import {
  headerKey,
  isMaskedValue,
  MASKED_FROM,
  maskValue,
} from "#lib/domain/endpoints/header-rules";
import { type HeadersInput, WebhookHeader } from "#lib/domain/endpoints/headers-schema";
import type { WebhookRow } from "#lib/domain/endpoints/store";

const Headers = z.array(WebhookHeader);

/** Decrypts the headers of a webhook, with their values. */
export function readHeaders(row: SecretRow, sealed: Uint8Array | null): WebhookHeader[] {
  return sealed ? Headers.parse(JSON.parse(decryptSecret("webhook_headers", row, sealed))) : [];
}

/** Returns the headers of a webhook by name, for a request. */
export function toRequestHeaders(row: SecretRow, sealed: Uint8Array | null) {
  return Object.fromEntries(readHeaders(row, sealed).map(({ name, value }) => [name, value]));
}

type Stored = Pick<WebhookRow, "url" | "sealedHeaders">;
type Given = { url: string | undefined; headers: HeadersInput | undefined };

/**
 * Returns whether the URL has another host than before, which mustn't get secrets that were saved for the old one.
 */
function isMoved(current: Stored | null, url: string | undefined): boolean {
  return current !== null && url !== undefined && !isSameOrigin(url, current.url);
}

function isSameOrigin(one: string, other: string): boolean {
  return new URL(one).origin === new URL(other).origin;
}

/**
 * Merges headers with the stored ones: a masked value keeps what is stored under its name. Pure.
 *
 * @throws {AppError} validation_failed
 */
function mergeHeaders(headers: HeadersInput, stored: readonly WebhookHeader[], isMoved: boolean) {
  const problems: ErrorDetail[] = [];
  const merged = headers.map(({ name, value }, index) => {
    if (!isMaskedValue(value)) return { name, value };
    const known = stored.find((one) => headerKey(one.name) === headerKey(name));
    const path = `headers.${index}.value`;
    if (!known) problems.push({ path, message: "must be the whole value of a new header" });
    else if (isMoved)
      problems.push({ path, message: "is needed again, because the URL has a new host" });
    return { name, value: known?.value ?? "" };
  });
  rejectInvalid(problems);
  return merged;
}

/**
 * Returns the columns of a webhook's headers after a save. Without `headers`, they don't change. When the URL's host
 * changes, every value must be entered again, because the person who saves may not know them.
 *
 * @param current - null for a new webhook
 * @throws {AppError} validation_failed
 */
export function headerColumns(row: SecretRow, current: Stored | null, { url, headers }: Given) {
  const stored = readHeaders(row, current?.sealedHeaders ?? null);
  const hasMoved = isMoved(current, url);
  if (headers === undefined) {
    const message = "are needed again with their values, because the URL has a new host";
    rejectInvalid(hasMoved && stored.length > 0 ? [{ path: "headers", message }] : []);
    return {};
  }
  const merged = mergeHeaders(headers, stored, hasMoved);
  // Unchanged headers keep their ciphertext.
  if (JSON.stringify(merged) === JSON.stringify(stored)) return {};
  const masked = merged.map(({ name, value }) => ({ name, value: maskValue(value) }));
  const sealed = JSON.stringify(merged);
  const sealedHeaders = merged.length > 0 ? encryptSecret("webhook_headers", row, sealed) : null;
  return { headers: masked, sealedHeaders };
}

/**
 * Removes the values of the endpoint's own headers from a text that it returned, because some
 * endpoints echo them.
 */
export function hideValues(text: string | null, headers: Readonly<Record<string, string>>) {
  return Object.values(headers)
    .filter((value) => value.length >= MASKED_FROM)
    .reduce((hidden, value) => hidden?.replaceAll(value, maskValue(value)) ?? null, text);
}

/**
 * Describes headers for an audit entry: their names, and whether any value has changed. Never a value.
 */
export function loggedHeaders({
  headers,
  sealedHeaders,
}: Pick<WebhookRow, "headers" | "sealedHeaders">) {
  const names = Headers.parse(headers).map(({ name }) => name);
  const sealed = sealedHeaders && Buffer.from(sealedHeaders).toString("base64");
  return { headers: names.join(", "), headerValues: sealed };
}
