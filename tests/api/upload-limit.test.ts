import { expect, test } from "vitest";
import { settings } from "#lib/core/settings";
import { showHostedForm } from "#lib/intake-http/hosted-form";
import { openApiDocument } from "#lib/openapi/document";
import { readAttachment } from "#lib/submissions/read-attachment";
import { getSubmission } from "#lib/submissions/store";
import { acceptedId, BROWSER_ACCEPT, openPage, postVisit } from "#tests/support/contract/intake";
import { createForm, createWorkspace } from "#tests/support/factories/factories";
import { changeSettings } from "#tests/support/setup/change-settings";

const MIB = 1024 * 1024;

async function openForm() {
  const workspace = await createWorkspace();
  const settings = { uploads: { enabled: true, retentionDays: 1 } };
  return { workspace, form: await createForm(workspace, { settings }) };
}

function withFile(sizeBytes: number, accept = "application/json") {
  const content = Buffer.alloc(sizeBytes, "a line of text\n");
  return {
    multipart: [
      { name: "message", content: "see the file" },
      { name: "paper", filename: "notes.txt", content },
    ],
    headers: { accept },
  };
}

test("a message may be as large as UPLOAD_LIMIT_MB says, and is stored unchanged", async () => {
  changeSettings({ uploadLimitMb: 25 });
  const { workspace, form } = await openForm();
  const size = 25 * MIB - 1024;
  const id = await acceptedId(await postVisit(form.publicKey, withFile(size)));
  const [file] = (await getSubmission(workspace.ctx, id)).attachments;
  expect(file).toMatchObject({ size, status: "available" });
  const { body } = await readAttachment(workspace.ctx, id, file?.id ?? "");
  const stored = Buffer.from(await new Response(body).arrayBuffer());
  expect(stored.equals(Buffer.alloc(size, "a line of text\n"))).toBe(true);
});

test.each([1, 4, 7])(
  "a message larger than %i MiB is rejected, and every text says the limit",
  async (uploadLimitMb) => {
    changeSettings({ uploadLimitMb });
    const { form } = await openForm();
    const tooLarge = uploadLimitMb * MIB + 1;
    const response = await postVisit(form.publicKey, withFile(tooLarge));
    expect(response.status).toBe(413);
    expect(await response.json()).toMatchObject({
      error: {
        code: "submission_too_large",
        message: expect.stringContaining(`at most ${uploadLimitMb} MiB in total`),
      },
    });
    const page = await postVisit(form.publicKey, withFile(tooLarge, BROWSER_ACCEPT));
    expect(page.status).toBe(413);
    const shown = `at most ${uploadLimitMb} MB in total`;
    expect(await page.text()).toContain(shown);
    expect(await (await openPage(showHostedForm, form.publicKey)).text()).toContain(shown);
    const document = openApiDocument("https://forms.example.com", settings());
    expect(document.paths["/f/{publicKey}"]?.post?.description).toContain(
      `or ${uploadLimitMb} MiB as multipart`,
    );
  },
);

test.each([1, 2])(
  "a message has at most UPLOAD_FILES=%i files, and every text says so",
  async (n) => {
    changeSettings({ uploadFiles: n });
    const { form } = await openForm();
    const withFiles = (count: number, accept = "application/json") => {
      const [message, file] = withFile(10, accept).multipart;
      const files = Array.from({ length: count }, () => ({ name: "paper", content: "", ...file }));
      return {
        multipart: [{ name: "message", content: "", ...message }, ...files],
        headers: { accept },
      };
    };
    await acceptedId(await postVisit(form.publicKey, withFiles(n)));
    const rejected = await postVisit(form.publicKey, withFiles(n + 1));
    expect(rejected.status).toBe(422);
    const most = n === 1 ? "1 file" : "2 files";
    const message = `A submission can have at most ${most}, but this one has ${n + 1}.`;
    expect(await rejected.json()).toMatchObject({ error: { code: "too_many_fields", message } });
    const page = await postVisit(form.publicKey, withFiles(n + 1, BROWSER_ACCEPT));
    const hosted = await (await openPage(showHostedForm, form.publicKey)).text();
    for (const shown of [await page.text(), hosted]) expect(shown).toContain(`Files: up to ${n},`);
    expect(/<input type="file"[^>]* multiple/.test(hosted)).toBe(n > 1);
    const document = openApiDocument("https://forms.example.com", settings());
    expect(document.paths["/f/{publicKey}"]?.post?.description).toContain(`and ${most} (`);
  },
);
