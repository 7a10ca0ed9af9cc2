import { findBrowser, launchBrowser } from "#tests/support/setup/browser";

const FAMILIES = ["sans-serif", "serif", "monospace"];
const SYMBOLS = "Aé⌘⇧→↵✓×·•…–—‘’“”›≥";

/** Prints a browser's drawing without web fonts. A test runs this on a bare machine. */
async function measureText(): Promise<unknown> {
  const { env } = await findBrowser();
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage();
    const blank = await page.screenshot();
    await page.setContent("<p>Hello <code>world</code> <button>Send</button>");
    const isBlank = blank.equals(await page.screenshot());
    const fonts = await page.evaluate(
      ({ families, symbols }) => {
        const context = new OffscreenCanvas(40, 40).getContext("2d");
        if (!context) throw new Error("no canvas");
        return families.map((family) => {
          context.font = `20px ${family}`;
          const draw = (text: string) => {
            context.clearRect(0, 0, 40, 40);
            context.fillText(text, 5, 30);
            return context.getImageData(0, 0, 40, 40).data.join();
          };
          // Fonts have no glyph for an unassigned code point, so browsers draw a box.
          const notDrawn = [draw(""), draw("\u0378")];
          return {
            family,
            widths: ["iii", "WWW"].map((text) => context.measureText(text).width),
            missing: [...symbols].filter((symbol) => notDrawn.includes(draw(symbol))),
            look: draw("g"),
          };
        });
      },
      { families: FAMILIES, symbols: SYMBOLS },
    );
    return { env, isBlank, fonts };
  } finally {
    await browser.close();
  }
}

console.log(JSON.stringify(await measureText()));
