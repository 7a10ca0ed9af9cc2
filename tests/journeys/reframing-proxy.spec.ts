import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import { findFreePort } from "#server/start/free-port";
import { withInstallation } from "#tests/journeys/support/installation";
import { copySnippet, openFirstForm, openMessage, signIn } from "#tests/journeys/support/owners";
import { expect, test } from "#tests/journeys/support/test";
import { listen } from "#tests/support/twins/listen";

/** Passes requests on in chunks without a length, as proxies do with bodies that HTTP/2 sent them. */
function reframe(port: number, incoming: IncomingMessage, outgoing: ServerResponse): void {
  const { "content-length": length, ...headers } = incoming.headers;
  const { method = "GET", url = "/" } = incoming;
  const framing = length === undefined ? {} : { "transfer-encoding": "chunked" };
  const options = { port, method, path: url, headers: { ...headers, ...framing } };
  const onward = request(options, (response) => {
    outgoing.writeHead(response.statusCode ?? 502, response.rawHeaders);
    response.pipe(outgoing);
  });
  onward.on("error", () => outgoing.destroy());
  incoming.pipe(onward);
}

test("behind a proxy that passes bodies on in chunks, everything works @matrix", async ({
  browser,
  website,
}) => {
  const port = await findFreePort();
  const proxy = createServer((incoming, outgoing) => reframe(port, incoming, outgoing));
  const baseURL = `http://localhost:${await listen(proxy)}`;
  const env = { PORT: String(port), BASE_URL: baseURL, TRUST_PROXY: "1" };
  await withInstallation(env, async () => {
    const context = await browser.newContext({ baseURL });
    const { page: owner, email } = await openFirstForm(await context.newPage(), "Behind a proxy");
    const address = website.publish("/", await copySnippet(owner));

    const visitor = await (await browser.newContext()).newPage();
    await visitor.goto(address);
    await visitor.getByLabel("Email").fill("nils@example.com");
    await visitor.getByLabel("Message").fill("Through a proxy");
    await visitor.getByRole("button", { name: "Send" }).click();
    await expect(visitor.getByRole("heading", { name: /Thank you/ })).toBeVisible();
    await expect(await openMessage(owner, /nils@example\.com/)).toContainText("Through a proxy");

    const elsewhere = await (await browser.newContext({ baseURL })).newPage();
    await signIn(elsewhere, email);
  });
  proxy.close();
});
