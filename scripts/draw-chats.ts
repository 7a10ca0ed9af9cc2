import { join } from "node:path";
import { ROOT } from "#server/start/checkout";
import { drawChat } from "#tests/support/chat-drawings/draw-chat";
import { bodyOf, ORDINARY } from "#tests/support/chat-drawings/samples";
import { launchBrowser } from "#tests/support/setup/browser";

// Draws a message as each chat shows it, for the guide.
const browser = await launchBrowser();
try {
  const page = await browser.newPage({
    viewport: { width: 520, height: 400 },
    deviceScaleFactor: 2,
  });
  for (const kind of ["slack", "discord", "teams", "telegram"] as const)
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      await page.setContent(drawChat(kind, bodyOf(kind, ORDINARY)));
      await page.evaluate(() => document.fonts.ready);
      const path = join(ROOT, `public/guides/${kind}-${colorScheme}.png`);
      await page.locator("main").screenshot({ path });
    }
} finally {
  await browser.close();
}
