import { expect, test } from "vitest";
import { db } from "#lib/adapters/db/database";
import { diagnoseForm } from "#lib/domain/diagnostics/diagnose-form";
import { getInboxMessage } from "#lib/domain/submissions/inbox/get-inbox-message";
import { getSubmission } from "#lib/domain/submissions/store";
import { forWeb } from "#lib/entry/http/http-types";
import { serveForm } from "#lib/entry/intake/serve-form";
import { BROWSER_ACCEPT, postVisit } from "#tests/support/contract/intake";
import { encodeText } from "#tests/support/factories/encode-text";
import { createOwnForm } from "#tests/support/factories/factories";

const URLENCODED = "application/x-www-form-urlencoded";
const BROWSER = { accept: BROWSER_ACCEPT };

async function openForm(settings = {}) {
  const { workspace, form } = await createOwnForm({ settings });
  const stored = () => db().submission.findMany({ where: { formId: form.id } });
  const findings = () => diagnoseForm({ ...workspace.ctx, now: new Date() }, form.id);
  return { workspace, form, stored, findings };
}

test("a message in an encoding that no one named is stored as it was meant, and its owner is told", async () => {
  const { workspace, form, stored, findings } = await openForm();
  const raw = "nomeCliente=Jo%E3o&observa%E7%E3o=cora%E7%E3o";
  const response = await postVisit(form.publicKey, {
    raw,
    contentType: URLENCODED,
    headers: BROWSER,
  });
  expect(response.status).toBe(303);
  const [{ id = "" } = {}] = await stored();
  const submission = await getSubmission(workspace.ctx, id);
  expect(submission).toMatchObject({
    guessedCharset: "windows-1252",
    fields: { nomeCliente: "João", observação: "coração" },
  });
  const { message } = await getInboxMessage(workspace.ctx, id);
  expect(message.guessedCharset).toBe("windows-1252");
  expect(await findings()).toContainEqual(
    expect.objectContaining({
      id: "charset_guessed",
      what: expect.stringContaining("“windows-1252”"),
      fix: expect.stringContaining('accept-charset="utf-8"'),
    }),
  );
});

test("the browser's languages decide between encodings that fit equally well", async () => {
  const { form, stored } = await openForm();
  const raw = encodeText("name=Dvořák", "windows-1250");
  for (const language of ["cs-CZ,cs;q=0.9,en;q=0.8", "da"])
    await postVisit(form.publicKey, {
      raw,
      contentType: URLENCODED,
      headers: { "accept-language": language },
    });
  const names = (await stored()).map(({ name, guessedCharset }) => [name, guessedCharset]);
  expect(names).toContainEqual(["Dvořák", "windows-1250"]);
});

test("messages in UTF-8 say that nothing was guessed, also among others in one batch", async () => {
  const { form, stored, findings } = await openForm();
  const names = ["Jos%C3%A9", "Ren%E9", "Ann", "%CF%F0%E8%E2%E5%F2"];
  await Promise.all(
    names.map((name) =>
      postVisit(form.publicKey, { raw: `name=${name}`, contentType: URLENCODED }),
    ),
  );
  const found = (await stored()).map(({ name, guessedCharset }) => [name, guessedCharset]);
  expect(new Map(found.map(([name = "", charset]) => [name, charset]))).toEqual(
    new Map([
      ["José", null],
      ["René", "windows-1252"],
      ["Ann", null],
      ["Привет", "windows-1251"],
    ]),
  );
  expect(await findings()).toContainEqual(
    expect.objectContaining({
      id: "charset_guessed",
      what: expect.stringContaining("“windows-1251”, “windows-1252”"),
    }),
  );
});

test("the error page shows decoded text and names", async () => {
  const { form } = await openForm();
  const raw = `observa%E7%E3o=Jo%E3o&message=${"x".repeat(20_001)}`;
  const response = await postVisit(form.publicKey, {
    raw,
    contentType: URLENCODED,
    headers: BROWSER,
  });
  expect(response.status).toBe(422);
  const page = await response.text();
  expect(page).toContain('name="observação" value="João"');
});

test("a form with enctype=text/plain gets the answer of a form, and its owner is told", async () => {
  const { form, stored, findings } = await openForm();
  const raw = "name=Ann\nemail=v@example.org\nmessage=hi there\n\nbye\n";
  const response = await postVisit(form.publicKey, {
    raw,
    contentType: "text/plain",
    headers: BROWSER,
  });
  expect(response.status).toBe(303);
  expect(await stored()).toMatchObject([
    {
      fields: [
        ["name", "Ann"],
        ["email", "v@example.org"],
        ["message", "hi there\n\nbye"],
      ],
    },
  ]);
  expect(await findings()).toMatchObject([{ id: "text_form" }]);
  const rejected = await postVisit(form.publicKey, {
    raw: `name=Ann\r\nmessage=${"x".repeat(20_001)}`,
    contentType: "text/plain",
    headers: BROWSER,
  });
  expect(rejected.status).toBe(422);
  expect(await rejected.text()).toContain('value="Ann"');
});

test("a slash at the end of the address changes nothing", async () => {
  const { form, stored } = await openForm();
  const send = (method: string, path: string, headers: Record<string, string> = {}) =>
    forWeb((request) => serveForm(request, () => undefined))(
      new Request(`http://localhost:3000/f/${form.publicKey}${path}`, {
        method,
        headers: { ...BROWSER, ...headers },
        ...(method === "POST" ? { body: new URLSearchParams({ message: "hi" }) } : {}),
      }),
    );
  const posted = await send("POST", "/?embed=1");
  expect(posted.status).toBe(303);
  expect(await stored()).toHaveLength(1);
  const preflight = await send("OPTIONS", "/", { origin: "https://shop.example.com" });
  expect(preflight.status).toBe(204);
  expect(preflight.headers.get("access-control-allow-origin")).toBe("https://shop.example.com");
  for (const path of ["/", "/thanks/"]) expect((await send("GET", path)).status).toBe(200);
  expect((await send("PUT", "/")).status).toBe(405);
  for (const path of ["//", "/thanks/x"]) expect((await send("GET", path)).status).toBe(404);
});
