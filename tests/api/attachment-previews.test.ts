import { expect, test } from "vitest";
import { callAccount, errorOf } from "#tests/support/contract/api";
import { signedIn } from "#tests/support/factories/account-factories";
import { createForm, createWorkspace } from "#tests/support/factories/factories";
import { createAttachment, createSubmission } from "#tests/support/factories/message-factories";
import { PNG } from "#tests/support/factories/sample-files";

type FileOptions = Parameters<typeof createAttachment>[2];

async function setUp(options: FileOptions) {
  const workspace = await createWorkspace();
  const jar = await signedIn(workspace);
  const submission = await createSubmission(workspace, await createForm(workspace));
  const file = await createAttachment(workspace, submission, options);
  const path = `/api/account/submissions/${submission.id}/attachments/${file.id}/preview`;
  return { workspace, path, file, preview: () => callAccount("GET", path, { jar }) };
}

const IMAGE = { filename: "Bild ä.png", contentType: "image/png", content: new Uint8Array(PNG) };

test("an image is shown in a sandbox, under its checked type, and never sniffed or cached", async () => {
  const { file, preview } = await setUp(IMAGE);
  const answer = await preview();
  expect(answer.status).toBe(200);
  expect(answer.bytes.equals(file.bytes)).toBe(true);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    "content-type": "image/png",
    "content-length": String(PNG.length),
    "content-disposition": "inline; filename=\"Bild _.png\"; filename*=UTF-8''Bild%20%C3%A4.png",
    "content-security-policy": "sandbox; default-src 'none'; frame-ancestors 'none'",
    "cross-origin-resource-policy": "same-origin",
    "x-content-type-options": "nosniff",
    "cache-control": "no-store",
  });
});

test("a PDF may load nothing and be framed by no page", async () => {
  const { preview } = await setUp({ filename: "cv.pdf", contentType: "application/pdf" });
  const { status, headers } = await preview();
  expect(status).toBe(200);
  expect(headers.get("content-type")).toBe("application/pdf");
  const policy = headers.get("content-security-policy") ?? "";
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy, "PDF viewers run in no sandbox").not.toContain("sandbox");
  expect(headers.get("x-content-type-options")).toBe("nosniff");
});

test("files of other types have no preview", async () => {
  for (const contentType of ["text/html", "image/svg+xml", "text/plain", "image/heic"]) {
    const { preview } = await setUp({ filename: "page.png", contentType });
    expect(errorOf(await preview(), "attachment_unavailable").message).toContain("Download");
  }
});

test("expired and lost files have no preview", async () => {
  const expired = await setUp({ ...IMAGE, expiresAt: new Date(Date.now() - 1) });
  errorOf(await expired.preview(), "attachment_expired");
  for (const object of ["gone", "deleting", "lost"] as const)
    errorOf(await (await setUp({ ...IMAGE, object })).preview(), "attachment_unavailable");
});

test("another workspace and people who are signed out get no preview", async () => {
  const { path } = await setUp(IMAGE);
  const jar = await signedIn(await createWorkspace());
  errorOf(await callAccount("GET", path, { jar }), "not_found");
  errorOf(await callAccount("GET", path), "session_required");
});
