import { expect, test } from "vitest";
import { z } from "zod";
import { getSubmission } from "#lib/domain/submissions/store";
import { connectClient, toolErrorOf } from "#tests/support/contract/mcp";
import { createOwnForm } from "#tests/support/factories/factories";

const Sent = z.object({ data: z.object({ id: z.uuid() }) });

test("a test submission is read as a visitor's: control fields aren't stored, and a filled honeypot is spam", async () => {
  const { workspace, form, token } = await createOwnForm();
  const client = await connectClient(token);
  const sendTest = (fields: object) =>
    client.callTool({ name: "sendTestSubmission", arguments: { formId: form.id, fields } });
  const controls = {
    _service_autoreply: "true",
    "cf-turnstile-response": "x",
    _service_idempotency_key: "k",
  };
  const send = async (fields: object) => {
    const { id } = Sent.parse((await sendTest(fields)).structuredContent).data;
    return getSubmission(workspace.ctx, id);
  };
  const usual = await send({ message: "Hello", ...controls });
  expect(usual.fields).toEqual({ message: "Hello", test: "true" });
  expect(usual.folder).toBe("inbox");
  const caught = await send({ message: "Hello", [form.settings.honeypot]: "x" });
  expect(caught).toMatchObject({
    fields: { message: "Hello", test: "true" },
    folder: "spam",
    spamReason: "honeypot",
  });
  toolErrorOf(await sendTest(controls), "empty_submission");
});
