import { expect, test } from "vitest";
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
    const document = openApiDocument("https://forms.example.com", uploadLimitMb);
    expect(document.paths["/f/{publicKey}"]?.post?.description).toContain(
      `or ${uploadLimitMb} MiB as multipart`,
    );
  },
);
