import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ROOT } from "../../../server/start/checkout";
import { findFreePort } from "../../../server/start/free-port";
import { createForm } from "../../../tests/support/factories/factories";
import {
  createAttachment,
  createSubmission,
} from "../../../tests/support/factories/message-factories";
import { startApiServer } from "../../../tests/support/twins/api-server";
import { makeCleanFolder, setUp, signedEvent } from "./clean-folder";

const { baseUrl, stop } = await startApiServer();

let clean: Awaited<ReturnType<typeof makeCleanFolder>>;
beforeAll(async () => {
  clean = await makeCleanFolder();
}, 120_000);
afterAll(async () => {
  stop();
  await clean.remove();
});

type Example = { page: string; name: string; code: string };

const EXAMPLES: Example[] = ["packages/js/README.md", "docs/guides/client-js.md"].flatMap((page) =>
  [...readFileSync(join(ROOT, page), "utf8").matchAll(/^```js(?: file=(\S+))?\n(.*?)^```/gms)].map(
    ([, file, code = ""], index) => ({ page, name: file ?? `example ${index + 1}`, code }),
  ),
);

async function writeExample({ name, code }: Example, words: Record<string, string> = {}) {
  const path = join(clean.folder, name.replace(/^example (\d+)$/, "example-$1.js"));
  const text = Object.entries(words).reduce(
    (rest, [word, real]) => rest.replaceAll(word, real),
    code,
  );
  await writeFile(path, text);
  return path;
}

const [requests, hooks] = [
  EXAMPLES.filter(({ name }) => name.startsWith("example")),
  EXAMPLES.filter(({ name }) => !name.startsWith("example")),
];

test("the documentation has the expected number of examples", () => {
  expect([requests.length, hooks.length]).toEqual([10, 3]);
});

test.each(requests)("$page: $name runs and prints the promised output", async (example) => {
  const { workspace, token, recipientId } = await setUp();
  const form = await createForm(workspace);
  await createAttachment(workspace, await createSubmission(workspace, form));
  const path = await writeExample(example, {
    "https://forms.example.com": baseUrl,
    YOUR_FORM_ID: form.id,
    YOUR_PUBLIC_KEY: form.publicKey,
    YOUR_RECIPIENT_ID: recipientId,
  });
  const output = await clean.run(process.execPath, [path], { FORM_INTAKE_TOKEN: token });
  if (example.code.includes("console.log")) expect(output).toMatch(/\w/);
  else expect(await readFile(join(clean.folder, "submissions.csv"), "utf8")).toContain("\n");
});

test.each(hooks)(
  "$page: $name accepts a signed event and rejects a forged one",
  async (example) => {
    const { body, headers, secret } = signedEvent();
    const env = { ...process.env, WEBHOOK_SECRET: secret };
    const port = await findFreePort();
    const path = await writeExample(example);
    const route = `import { createServer } from "node:http";
    import { POST } from ${JSON.stringify(path)};
    createServer(async (request, response) => {
      const { method, headers } = request;
      const sent = new Request("http://localhost", { method, headers, body: request, duplex: "half" });
      response.writeHead((await POST(sent)).status).end();
    }).listen(process.env.PORT);`;
    const args =
      example.name === "webhook-route.js" ? ["--input-type=module", "-e", route] : [path];
    const child = spawn(process.execPath, args, {
      cwd: clean.folder,
      env: { ...env, PORT: String(port) },
    });
    const post = (text: string) =>
      fetch(`http://127.0.0.1:${port}`, { method: "POST", headers, body: text });
    const isUp = () =>
      post(body).then(
        ({ status }) => status,
        () => 0,
      );
    await expect.poll(isUp).toBe(204);
    expect((await post(`${body} `)).status).toBe(401);
    child.kill();
    await once(child, "exit");
  },
);
