import { expect, test } from "vitest";
import { db } from "#lib/adapters/db/database";
import { objectStore } from "#lib/adapters/files/object-store";
import { updateForm } from "#lib/domain/forms/update-form";
import { findOpenForm, requireActive } from "#lib/domain/intake/open-form";
import { readAttachment } from "#lib/domain/submissions/read-attachment";
import { getSubmission } from "#lib/domain/submissions/store";
import { getUsage } from "#lib/domain/usage/get-usage";
import { toVisitorForm } from "#lib/entry/visitor-pages/form-parts";
import { acceptedId, postVisit, rejectionCode } from "#tests/support/contract/intake";
import { createOwnForm } from "#tests/support/factories/factories";
import { changeSettings } from "#tests/support/setup/change-settings";

const TEXT = "first line\nsecond line\n";
/** The name and value of the field sent with the file also count as storage. */
const MESSAGE_BYTES = "message".length + "see the file".length;

async function openForm(uploads = { enabled: true, retentionDays: 10 }) {
  return createOwnForm({ settings: { uploads } });
}

function withFile(filename: string, content: string | Uint8Array, headers = {}) {
  return {
    multipart: [
      { name: "message", content: "see the file" },
      { name: "paper", filename, content },
    ],
    headers: { accept: "application/json", ...headers },
  };
}

test("stores and counts a file and returns it unchanged", async () => {
  const { workspace, form } = await openForm();
  const id = await acceptedId(await postVisit(form.publicKey, withFile("Notes.TXT", TEXT)));
  const { attachments, receivedAt } = await getSubmission(workspace.ctx, id);
  expect(attachments).toEqual([
    {
      id: expect.any(String),
      field: "paper",
      filename: "Notes.TXT",
      contentType: "text/plain",
      size: TEXT.length,
      expiresAt: receivedAt + 10 * 86_400_000,
      status: "available",
    },
  ]);
  const file = await readAttachment(workspace.ctx, id, attachments[0]?.id ?? "");
  expect(await new Response(file.body).text()).toBe(TEXT);
  expect((await getUsage(workspace.ctx)).storageBytes).toBe(TEXT.length + MESSAGE_BYTES);
});

test("stores a file once, even right after the form was changed", async () => {
  const { workspace, form } = await openForm();
  await postVisit(form.publicKey, { json: { message: "keeps the form in mind" } });
  await updateForm(workspace.ctx, form.id, { settings: { uploads: { retentionDays: 3 } } });
  await postVisit(form.publicKey, withFile("notes.txt", TEXT));
  expect((await getUsage(workspace.ctx)).storageBytes).toBe(
    TEXT.length + MESSAGE_BYTES + "messagekeeps the form in mind".length,
  );
});

test("doesn't store the files of a honeypot hit", async () => {
  const { workspace, form } = await openForm();
  const post = withFile("notes.txt", TEXT);
  const trapped = await postVisit(form.publicKey, {
    ...post,
    multipart: [...post.multipart, { name: "botcheck", content: "yes" }],
  });
  const { attachments, folder } = await getSubmission(workspace.ctx, await acceptedId(trapped));
  expect({ attachments, folder }).toEqual({ attachments: [], folder: "spam" });
  expect((await getUsage(workspace.ctx)).storageBytes).toBe(MESSAGE_BYTES);
});

test.each([
  ["the form doesn't accept files", false, true],
  ["the service has no place for files", true, false],
])(
  "rejects a file where %s, and the hosted form has no field",
  async (_, enabled, acceptsFiles) => {
    const { form } = await openForm({ enabled, retentionDays: 30 });
    changeSettings({ acceptsFiles });
    const rejected = await postVisit(form.publicKey, withFile("notes.txt", TEXT));
    expect(await rejectionCode(rejected)).toBe("uploads_disabled");
    expect((await postVisit(form.publicKey, withFile("", ""))).status).toBe(200);
    const open = requireActive(await findOpenForm(form.publicKey));
    const shown = toVisitorForm(open, { languages: null, isEmbedded: false });
    expect(shown.uploadsEnabled).toBe(false);
  },
);

test("stores a file once when the submission is repeated", async () => {
  const { workspace, form } = await openForm();
  const key = { "idempotency-key": "with-file" };
  const once = withFile("notes.txt", TEXT, key);
  const first = await postVisit(form.publicKey, once);
  const repeat = await postVisit(form.publicKey, once);
  expect(repeat.headers.get("idempotent-replayed")).toBe("true");
  expect(await acceptedId(repeat)).toBe(await acceptedId(first));
  expect((await getUsage(workspace.ctx)).storageBytes).toBe(TEXT.length + MESSAGE_BYTES);
  const renamed = await postVisit(form.publicKey, withFile("other.txt", TEXT, key));
  expect(await rejectionCode(renamed)).toBe("idempotency_key_reused");
});

test("rejects the message if its file can't be written and leaves the file pending", async () => {
  const { workspace, form } = await openForm();
  const store = objectStore();
  const { write } = store;
  store.write = () => Promise.reject(new Error("disk full"));
  try {
    const rejected = await postVisit(form.publicKey, withFile("notes.txt", TEXT));
    expect(rejected.status).toBeGreaterThanOrEqual(500);
  } finally {
    store.write = write;
  }
  expect(await db().submission.count({ where: { workspaceId: workspace.id } })).toBe(0);
  const objects = await db().storedObject.findMany({ where: { workspaceId: workspace.id } });
  expect(objects.map(({ status }) => status)).toEqual(["pending"]);
});
