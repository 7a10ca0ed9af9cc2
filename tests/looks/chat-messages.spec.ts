import type { Page } from "playwright/test";
import type { ChatKind } from "#lib/domain/endpoints/chats/kinds";
import type { SubmissionOfEvent } from "#lib/domain/endpoints/events";
import { expect, test } from "#tests/e2e/support/test";
import { drawChat } from "#tests/support/chat-drawings/draw-chat";
import {
  bodyOf,
  HOSTILE,
  HOSTILE_LINES,
  ORDINARY,
  tamed,
} from "#tests/support/chat-drawings/samples";

const KINDS: readonly ChatKind[] = ["slack", "discord", "teams", "telegram"];
const ADDRESS = /\/inbox\/019a9c2e-0c41-7e66-9b17-58e2f7ad3906$/;

async function show(page: Page, kind: ChatKind, message: SubmissionOfEvent): Promise<void> {
  await page.setViewportSize({ width: 520, height: 400 });
  await page.setContent(drawChat(kind, bodyOf(kind, message)));
}

/** Word joiners are invisible: they keep Telegram from making links of text. */
const textOf = async (page: Page) =>
  ((await page.locator("article").textContent()) ?? "").replaceAll("\u2060", "");

/** The elements of a drawing in order, without their text. */
const skeletonOf = (page: Page) =>
  page
    .locator("article")
    .evaluate((article) =>
      [...article.querySelectorAll("*")].map(({ tagName, className }) => `${tagName} ${className}`),
    );

for (const kind of KINDS) {
  test(`${kind} shows a message under its labels, with one link, to the message`, async ({
    page,
  }) => {
    await show(page, kind, ORDINARY);
    const text = await textOf(page);
    const parts = [
      "Contact",
      "New message from Ada Lovelace",
      "Interested in",
      "Team plan",
      "20 pages",
    ];
    for (const part of [...parts, "sitemap.pdf"]) expect(text).toContain(part);
    const links = await page
      .locator("article a")
      .evaluateAll((all) => all.map((a) => a.getAttribute("href")));
    expect(links).toEqual([expect.stringMatching(ADDRESS)]);
  });

  test(`${kind} makes nothing of what a visitor writes: no link, mention, or formatting`, async ({
    page,
  }) => {
    await show(page, kind, tamed(HOSTILE));
    const plain = await skeletonOf(page);
    await show(page, kind, HOSTILE);
    expect(await skeletonOf(page)).toEqual(plain);
    await expect(page.locator("mark")).toHaveCount(0);
    const text = await textOf(page);
    for (const line of HOSTILE_LINES) expect(text).toContain(line);
    expect(text, "turned text").not.toMatch(/[\u202a-\u202e\u2066-\u2069]/);
  });
}

test("the drawings would show what isn't escaped", async ({ page }) => {
  const link = "https://evil.example";
  const draw = async (kind: ChatKind, change: (body: string) => string) => {
    await page.setContent(drawChat(kind, change(bodyOf(kind, ORDINARY))));
    return page.locator("article").innerHTML();
  };
  const inDiscord = await draw("discord", (body) =>
    body.replace("New message", `**a** ${link} @everyone`),
  );
  expect(inDiscord).toMatch(/<b>a<\/b> <a href="https:\/\/evil.example">.*<mark>@everyone<\/mark>/);
  const inTelegram = await draw("telegram", (body) =>
    body.replace("New message", `${link} @durov /start`),
  );
  expect(inTelegram.match(/<mark>/g)).toHaveLength(3);
});
