import { openInbox, openMessage, receive, row } from "#tests/e2e/support/inbox";
import { expect, test } from "#tests/e2e/support/test";
import { eventually } from "#tests/support/factories/service-requests";
import { startFaultProxy } from "#tests/support/twins/fault-proxy";

for (const [what, kind] of [
  ["swallowed", "half-open"],
  ["refused", "reset"],
] as const)
  test(`a deletion that the network ${what} while its page closed is sent by the next page, which doesn't show the message @matrix`, async ({
    dashboard: page,
    owner,
  }) => {
    const [bob] = await receive(owner, await owner.createForm("Contact"), ["Bob", "Ada"]);
    const network = await startFaultProxy(Number(new URL(owner.baseUrl).port));
    const inbox = `http://localhost:${network.port}/inbox`;
    await openInbox(page, inbox);
    await (await openMessage(page, "Ada")).getByRole("button", { name: "Delete" }).click();
    await expect(page.getByText("Deleted 1 message")).toBeVisible();
    network.fail({ kind });
    await page.goto("about:blank");
    // By the time another tab is refused, the closed page mostly knows that its deletion was.
    if (kind === "reset")
      await expect((await page.context().newPage()).goto(inbox)).rejects.toThrow();
    network.heal();
    expect(await owner.listMessages(), "nothing has arrived").toHaveLength(2);
    await page.goto(inbox);
    await expect(row(page, "Bob")).toBeVisible();
    await expect(row(page, "Ada")).toHaveCount(0);
    const left = await eventually("the deletion", async () => {
      const messages = await owner.listMessages();
      return messages.length === 1 ? messages : undefined;
    });
    expect(left.map(({ id }) => id)).toEqual([bob]);
    await page.close();
    await network.stop();
  });
