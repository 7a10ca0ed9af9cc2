import type { Page } from "@playwright/test";
import type { ChatKind } from "#lib/destinations/kinds";
import type { AcceptedSubmission } from "#lib/webhooks/events";
import { expect, test } from "#tests/e2e/support/test";
import { drawChat } from "#tests/support/chat-drawings/draw-chat";
import {
  bodyOf,
  HOSTILE,
  HOSTILE_LINES,
  LONG,
  ORDINARY,
  tamed,
} from "#tests/support/chat-drawings/samples";

const KINDS: readonly ChatKind[] = ["slack", "discord", "teams", "telegram"];
const ADDRESS = /\/inbox\/019a9c2e-0c41-7e66-9b17-58e2f7ad3906$/;

type Shown = { message?: AcceptedSubmission; content?: "full" | "link" };

async function show(page: Page, kind: ChatKind, shown: Shown = {}): Promise<void> {
  const { message = ORDINARY, content = "full" } = shown;
  await page.setViewportSize({ width: 520, height: 400 });
  await page.setContent(drawChat(kind, bodyOf(kind, message, content)));
}

/** Word joiners are invisible: they keep Telegram from making links of text. */
const textOf = async (page: Page) =>
  ((await page.locator("article").textContent()) ?? "").replaceAll("\u2060", "");

/** Pictures for people to look at, in the results of the run. */
async function takePictures(page: Page, name: string): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    const path = test.info().outputPath(`${name}-${colorScheme}.png`);
    await page.locator("main").screenshot({ path });
  }
}

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
    await show(page, kind);
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
    await takePictures(page, kind);
  });

  test(`${kind} shows only the sender's name and the link if that's the content`, async ({
    page,
  }) => {
    await show(page, kind, { content: "link" });
    const text = await textOf(page);
    expect(text).toContain("New message from Ada Lovelace");
    expect(text).not.toMatch(/pages|example\.com|Team plan|sitemap/);
    await expect(page.locator("article a")).toHaveCount(1);
    await takePictures(page, `${kind}-link`);
  });

  test(`${kind} makes nothing of what a visitor writes: no link, mention, or formatting`, async ({
    page,
  }) => {
    await show(page, kind, { message: tamed(HOSTILE) });
    const plain = await skeletonOf(page);
    await show(page, kind, { message: HOSTILE });
    expect(await skeletonOf(page)).toEqual(plain);
    await expect(page.locator("mark")).toHaveCount(0);
    const text = await textOf(page);
    for (const line of HOSTILE_LINES) expect(text).toContain(line);
    expect(text, "turned text").not.toMatch(/[\u202a-\u202e\u2066-\u2069]/);
    await takePictures(page, `${kind}-hostile`);
  });

  test(`${kind} cuts a message that's too long, and says so`, async ({ page }) => {
    await show(page, kind, { message: LONG });
    const text = await textOf(page);
    expect(text).toContain("…");
    expect(text).toContain("Some fields are left out");
    await expect(page.locator("article a")).toHaveCount(1);
    await takePictures(page, `${kind}-long`);
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
