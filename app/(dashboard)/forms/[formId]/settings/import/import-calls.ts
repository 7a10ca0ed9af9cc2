import type { Import, ImportPreview, ImportSettingsInput } from "#lib/domain/imports/schema";
import { IMPORT_LIMITS } from "#lib/domain/imports/sources";

const UNREACHABLE = "We couldn’t reach the service. Check your connection and try again.";

/** Calls an endpoint of imports. The message of a thrown error can be shown to the user. */
async function call<T>(path: string, body?: object): Promise<T> {
  const init = {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body ?? {}),
  };
  const response = await fetch(`/api/account/imports${path}`, body ? init : {}).catch(() => null);
  if (!response) throw new Error(UNREACHABLE);
  const answer = (await response.json().catch(() => null)) as {
    data?: T;
    error?: { message: string };
  } | null;
  if (response.ok && answer?.data) return answer.data;
  throw new Error(answer?.error?.message ?? UNREACHABLE);
}

export const getImport = (id: string) => call<Import>(`/${id}`);
export const cancelImport = (id: string) => call<Import>(`/${id}/cancel`, {});
export const undoImport = (id: string) => call<Import>(`/${id}/undo`, {});
export const previewImport = (id: string, settings: ImportSettingsInput) =>
  call<ImportPreview>(`/${id}/preview`, { settings });
export const startImport = (id: string, settings: ImportSettingsInput, dryRun: boolean) =>
  call<Import>(`/${id}/start`, { settings, dryRun });

function toBase64(part: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ""));
    reader.onerror = () => reject(new Error("The file can’t be read."));
    reader.readAsDataURL(part);
  });
}

/** Uploads a file in parts. `onProgress` gets the finished share, from 0 to 1. */
export async function uploadFile(
  formId: string,
  file: File,
  onProgress: (share: number) => void,
): Promise<Import> {
  if (file.size === 0) throw new Error("The file is empty.");
  let current = await call<Import>("", { formId, filename: file.name });
  for (let at = 0; at < file.size; at += IMPORT_LIMITS.partBytes) {
    const data = await toBase64(file.slice(at, at + IMPORT_LIMITS.partBytes));
    current = await call<Import>(`/${current.id}/parts`, { number: current.parts, data });
    onProgress(current.sizeBytes / file.size);
  }
  return current;
}

/** Shows the import that a call returns, or why it failed. */
export type FollowImport = (work: Promise<Import>) => Promise<void>;
