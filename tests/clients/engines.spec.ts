import { randomUUID } from "node:crypto";
import { startFirefox } from "#tests/clients/engines/firefox";
import { Visitor } from "#tests/clients/engines/visitor";
import { startWebKit } from "#tests/clients/engines/webkit";
import { addressOf, test } from "#tests/clients/support/test";
import { expect } from "#tests/e2e/support/test";

const ENGINES = { Firefox: startFirefox, WebKit: startWebKit };

const TYPED = { Name: "Zoë", Email: "zoe@example.com", Message: "Grüße – it’s 50 €\nBye" };
const SAVED = { name: "Zoë", email: "zoe@example.com", message: "Grüße – it’s 50 €\r\nBye" };

async function fillIn(visitor: Visitor): Promise<void> {
  for (const [label, text] of Object.entries(TYPED)) await visitor.fill(label, text);
}

for (const [index, [name, start]] of Object.entries(ENGINES).entries())
  test.describe(name, () => {
    // In one worker, which starts the browser once.
    test.describe.configure({ mode: "default" });
    let visitor: Visitor;
    let close = async () => {};
    test.beforeAll(async () => {
      const engine = await start();
      close = engine.close;
      visitor = new Visitor(engine);
    });
    test.afterAll(() => close());

    test("the hosted form keeps typed text when it's rejected, and leads to the thank-you page", async ({
      owner,
      form,
    }) => {
      const tooLong = "x".repeat(20_001);
      await visitor.open(addressOf(owner, form));
      await fillIn(visitor);
      await visitor.paste("Message", tooLong);
      await visitor.click("Send message");
      await visitor.see(/Your message couldn’t be sent/);
      expect(await owner.listMessages({ formId: form.id })).toEqual([]);
      for (const [label, text] of Object.entries({ ...TYPED, Message: tooLong }))
        await visitor.seeValue(label, text);
      await visitor.fill("Message", TYPED.Message);
      await visitor.click("Send again");
      await visitor.see(/Thank you/);
      const [stored, ...others] = await owner.listMessages({ formId: form.id });
      expect(others).toEqual([]);
      expect((await owner.readMessage(stored?.id ?? "")).fields).toEqual(SAVED);
    });

    test("the links in emails confirm an address and opt out by button", async ({
      owner,
      world,
    }) => {
      const { link } = await owner.addRecipient(`${randomUUID()}@example.com`);
      await visitor.open(link);
      await visitor.click("Confirm address");
      await visitor.see(/Address confirmed/);
      await visitor.open(link);
      await visitor.see(/already confirmed/);
      await visitor.open(world.optOutLinks[index] ?? "");
      await visitor.click("Unsubscribe");
      await visitor.see(/You’re unsubscribed/);
    });

    test("a new owner signs up, creates a form, handles its first message, and changes its settings", async ({
      serviceUrl,
    }) => {
      await visitor.open(`${serviceUrl}/sign-up`);
      await visitor.fill("Workspace name", "Harbour Studio");
      await visitor.fill("Email", `${randomUUID()}@example.com`);
      await visitor.fill("Password", "a long enough password");
      await visitor.click("Create account");
      await visitor.see(/Welcome, Harbour Studio/);
      await visitor.click("Open email");
      await visitor.click("Plain text");
      await visitor.open(await visitor.see(/\S+\/confirm-email\?token=\w+/));
      await visitor.click("Confirm address");
      await visitor.see(/@example\.com is confirmed/);
      await visitor.fill("Form name", "Contact");
      await visitor.click("Create form");
      await visitor.open(await visitor.see(/http:\/\/localhost:\d+\/f\/\w+/));
      await fillIn(visitor);
      await visitor.click("Send message");
      await visitor.see(/Thank you/);
      await visitor.open(`${serviceUrl}/inbox`);
      await visitor.click("Zoë");
      await visitor.see(/Grüße – it’s 50 €\s+Bye/);
      await visitor.press("e");
      await visitor.see(/No message open/);
      // The folder, which comes before the button of the same name.
      await visitor.click("Archive");
      await visitor.click("Zoë");
      await visitor.see(/Grüße – it’s 50 €\s+Bye/);
      await visitor.open(`${serviceUrl}/forms`);
      await visitor.click("Contact");
      await visitor.click("Notify");
      await visitor.fill("Email subject", "Casino night: {{form}}");
      await visitor.click("Save changes");
      await visitor.see(/Saved/);
      await visitor.click("Integrations");
      await visitor.fill("URL", "http://example.com");
      await visitor.click("Add and send a test");
      await visitor.see(/Must be an HTTPS URL/);
      await visitor.seeValue("URL", "http://example.com");
    });
  });
