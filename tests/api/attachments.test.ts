import { expect, test } from "vitest";
import { callApi, errorOf } from "#tests/support/contract/api";
import { createForm, createToken, createWorkspace } from "#tests/support/factories/factories";
import { createAttachment, createSubmission } from "#tests/support/factories/message-factories";

async function setUp(options: Parameters<typeof createAttachment>[2] = {}) {
  const workspace = await createWorkspace();
  const token = await createToken(workspace, { scopes: ["files:read"] });
  const submission = await createSubmission(workspace, await createForm(workspace));
  const file = await createAttachment(workspace, submission, options);
  const download = () =>
    callApi("GET", `/v1/submissions/${submission.id}/attachments/${file.id}`, { token });
  return { workspace, token, submission, file, download };
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
    const answer = await callApi("GET", `/v1/submissions/${submission.id}/attachments/${id}`, {
      token,
    });
    expect(answer.headers.get("content-disposition")).toBe(`attachment; ${expected}`);
  }
});

test("requires the files:read scope to download a file", async () => {
  const { workspace, submission, file } = await setUp();
  const token = await createToken(workspace, { scopes: ["submissions:read", "submissions:write"] });
  const path = `/v1/submissions/${submission.id}/attachments/${file.id}`;
  expect(errorOf(await callApi("GET", path, { token }), "insufficient_scope").message).toContain(
    "files:read",
  );
});

test("returns different errors for an expired and an unavailable file", async () => {
  const past = new Date(Date.now() - 1);
  errorOf(await (await setUp({ expiresAt: past })).download(), "attachment_expired");
  errorOf(
    await (await setUp({ expiresAt: past, object: "gone" })).download(),
    "attachment_expired",
  );
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
