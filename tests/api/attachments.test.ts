import { expect, test } from "vitest";
import type { ErrorCode } from "#lib/core/errors";
import { callAccount, callApi, errorOf } from "#tests/support/contract/api";
import { signedIn } from "#tests/support/factories/account-factories";
import { createOwnForm, createToken } from "#tests/support/factories/factories";
import { createAttachment, createSubmission } from "#tests/support/factories/message-factories";
import { PNG } from "#tests/support/factories/sample-files";

type FileOptions = Parameters<typeof createAttachment>[2];

async function setUp(options: FileOptions = {}) {
  const { workspace, form } = await createOwnForm();
  const token = await createToken(workspace, { scopes: ["files:read"] });
  const submission = await createSubmission(workspace, form);
  const file = await createAttachment(workspace, submission, options);
  const jar = await signedIn(workspace);
  const path = `submissions/${submission.id}/attachments/${file.id}`;
  const download = () => callApi("GET", `/v1/${path}`, { token });
  const downloadFromInbox = () => callAccount("GET", `/api/account/${path}`, { jar });
  const preview = () => callAccount("GET", `/api/account/${path}/preview`, { jar });
  return { file, download, downloadFromInbox, preview };
}

test("serves a file unchanged, with headers that prevent browsers from rendering it", async () => {
  const content = Uint8Array.from({ length: 300_000 }, (_, index) => (index * 7) % 256);
  const { file, download, downloadFromInbox } = await setUp({
    content,
    filename: "scan.png",
    contentType: "image/png",
  });
  for (const answer of [await download(), await downloadFromInbox()]) {
    expect(answer.status).toBe(200);
    expect(answer.bytes.equals(file.bytes)).toBe(true);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      "content-type": "application/octet-stream",
      "content-length": "300000",
      "content-disposition": "attachment; filename=\"scan.png\"; filename*=UTF-8''scan.png",
      "content-security-policy": "sandbox; default-src 'none'",
      "x-content-type-options": "nosniff",
      "cache-control": "no-store",
    });
  }
});

test("serves an empty file and concurrent downloads", async () => {
  const { download } = await setUp({ content: "" });
  const answers = await Promise.all([download(), download(), download()]);
  expect(answers.map(({ status, bytes }) => [status, bytes.byteLength])).toEqual(
    Array(3).fill([200, 0]),
  );
});

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

test("an expired file and a lost one have different errors, as a download and a preview", async () => {
  const expectBoth = async (options: FileOptions, code: ErrorCode) => {
    const { download, preview } = await setUp({ ...IMAGE, ...options });
    for (const answer of [await download(), await preview()]) errorOf(answer, code);
  };
  const expiresAt = new Date(Date.now() - 1);
  await expectBoth({ expiresAt }, "attachment_expired");
  await expectBoth({ expiresAt, object: "gone" }, "attachment_expired");
  for (const object of ["gone", "deleting", "lost"] as const)
    await expectBoth({ object }, "attachment_unavailable");
});
