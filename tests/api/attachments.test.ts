import { expect, test } from "vitest";
import { callAccount, callApi, errorOf } from "#tests/support/contract/api";
import { signedIn } from "#tests/support/factories/account-factories";
import { createOwnForm, createToken, createWorkspace } from "#tests/support/factories/factories";
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
  const previewPath = `/api/account/${path}/preview`;
  const download = () => callApi("GET", `/v1/${path}`, { token });
  const preview = () => callAccount("GET", previewPath, { jar });
  return {
    workspace,
    token,
    submission,
    file,
    path: `/v1/${path}`,
    previewPath,
    download,
    preview,
  };
}

test("serves a file unchanged, with headers that prevent browsers from rendering it", async () => {
  const content = Uint8Array.from({ length: 300_000 }, (_, index) => (index * 7) % 256);
  const { file, download } = await setUp({
    content,
    filename: "scan.png",
    contentType: "image/png",
  });
  const answer = await download();
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
});

test("encodes any file name safely in the Content-Disposition header", async () => {
  const { workspace, token, submission } = await setUp();
  const names = {
    "Lebenslauf – Ädá.pdf":
      "filename=\"Lebenslauf _ _d_.pdf\"; filename*=UTF-8''Lebenslauf%20%E2%80%93%20%C3%84d%C3%A1.pdf",
    "履歴書.pdf": "filename=\"___.pdf\"; filename*=UTF-8''%E5%B1%A5%E6%AD%B4%E6%9B%B8.pdf",
    'a"b\\c;d\r\nX: 1%41.txt':
      "filename=\"a_b_c_d__X: 1_41.txt\"; filename*=UTF-8''a%22b%5Cc%3Bd%0D%0AX%3A%201%2541.txt",
    "it's (1)*.txt": "filename=\"it's (1)*.txt\"; filename*=UTF-8''it%27s%20%281%29%2A.txt",
  };
  for (const [filename, expected] of Object.entries(names)) {
    const { id } = await createAttachment(workspace, submission, { filename });
    const path = `/v1/submissions/${submission.id}/attachments/${id}`;
    const answer = await callApi("GET", path, { token });
    expect(answer.headers.get("content-disposition")).toBe(`attachment; ${expected}`);
  }
});

test("requires the files:read scope to download a file", async () => {
  const { workspace, path } = await setUp();
  const token = await createToken(workspace, { scopes: ["submissions:read", "submissions:write"] });
  const { message } = errorOf(await callApi("GET", path, { token }), "insufficient_scope");
  expect(message).toContain("files:read");
});

test("returns different errors for an expired and an unavailable file", async () => {
  const past = new Date(Date.now() - 1);
  errorOf(await (await setUp({ expiresAt: past })).download(), "attachment_expired");
  const gone = await setUp({ expiresAt: past, object: "gone" });
  errorOf(await gone.download(), "attachment_expired");
  for (const object of ["gone", "deleting", "lost"] as const)
    errorOf(await (await setUp({ object })).download(), "attachment_unavailable");
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

test("expired and lost files have no preview", async () => {
  const expired = await setUp({ ...IMAGE, expiresAt: new Date(Date.now() - 1) });
  errorOf(await expired.preview(), "attachment_expired");
  for (const object of ["gone", "deleting", "lost"] as const)
    errorOf(await (await setUp({ ...IMAGE, object })).preview(), "attachment_unavailable");
});

test("another workspace and people who are signed out get no preview", async () => {
  const { previewPath } = await setUp(IMAGE);
  const jar = await signedIn(await createWorkspace());
  errorOf(await callAccount("GET", previewPath, { jar }), "not_found");
  errorOf(await callAccount("GET", previewPath), "session_required");
});
