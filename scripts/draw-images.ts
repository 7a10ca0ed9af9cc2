import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Browser, Page } from "@playwright/test";
import { ROOT } from "#selfhost/checkout";
import { drawChat } from "#tests/support/chat-drawings/draw-chat";
import { bodyOf, ORDINARY } from "#tests/support/chat-drawings/samples";
import { launchBrowser } from "#tests/support/setup/browser";

const PUBLIC = join(ROOT, "public");
const FONT = join(ROOT, "node_modules/geist/dist/fonts/geist-sans/Geist-Variable.woff2");
const INK = "#131823";
const BLUE = "#2d4fb8";

/** The mark with whole pixels for strokes, where there are only 16. */
const TINY = '<path d="M16 6v10M11 11l5 5 5-5"/><path d="M6 20v6h20v-6"/>';

/** The mark on its tile, 32 units wide; a bleeding tile is cut to shape by the system. */
type Tile = { size: number; isBleeding?: boolean; scale?: number; strokeWidth?: number };

function drawTile(lines: string, tile: Tile): string {
  const { size, isBleeding = false, scale = 1, strokeWidth = 2.5 } = tile;
  const inset = 16 * (1 - scale);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" width="${size}" height="${size}">
<rect width="32" height="32" rx="${isBleeding ? 0 : 8}" fill="${BLUE}"/>
<g transform="translate(${inset} ${inset}) scale(${scale})" fill="none" stroke="#fff" stroke-width="${strokeWidth}" stroke-linecap="round" stroke-linejoin="round">${lines}</g>
</svg>`;
}

/** A letter on its way: airmail edge, stamp, postmark. */
function drawCard(lines: string, font: string): string {
  const tape = `repeating-linear-gradient(-45deg, ${BLUE} 0 30px, #fff 30px 52px, #8b93a3 52px 82px, #fff 82px 104px)`;
  return `<style>
@font-face { font-family: Geist; src: url(data:font/woff2;base64,${font}); font-weight: 100 900 }
body { margin: 0; width: 1200px; height: 630px; box-sizing: border-box; padding: 26px; background: ${tape}; font-family: Geist; color: ${INK} }
main { box-sizing: border-box; position: relative; width: 100%; height: 100%; padding: 64px 72px; background: #f9fafc; border-radius: 10px; overflow: hidden }
.brand { display: flex; align-items: center; gap: 22px; font-size: 40px; font-weight: 600; letter-spacing: -0.02em }
h1 { margin: 96px 0 0; width: 800px; font-size: 76px; line-height: 1.06; font-weight: 650; letter-spacing: -0.04em }
p { margin: 28px 0 0; width: 760px; font-size: 30px; line-height: 1.4; color: #565c68 }
.stamp { position: absolute; top: 56px; right: 64px }
</style>
<main>
<div class="brand">${drawTile(lines, { size: 72 })}Form Intake</div>
<h1>The backend for<br>your forms</h1>
<p>Stores every message, notifies the right people,<br>and records every delivery.</p>
<svg class="stamp" width="330" height="250" viewBox="0 0 330 250" fill="none">
<mask id="edge"><rect width="184" height="224" fill="#fff"/><rect width="184" height="224" stroke="#000" stroke-width="10" stroke-linecap="round" stroke-dasharray="0 16.32"/></mask>
<g transform="translate(138 4)" filter="drop-shadow(0 2px 3px rgb(19 24 35 / 28%))">
<rect width="184" height="224" fill="#fff" mask="url(#edge)"/>
<rect x="18" y="18" width="148" height="188" rx="3" fill="${BLUE}"/>
<g transform="translate(28 48) scale(4)" stroke="#fff" stroke-width="2" stroke-linecap="round" stroke-linejoin="round">${lines}</g>
</g>
<g stroke="${INK}" stroke-opacity="0.5" stroke-width="3" transform="rotate(-12 96 150)">
<circle cx="96" cy="150" r="68"/><circle cx="96" cy="150" r="50"/>
<path d="M164 122c22-12 32 12 54 0s32 12 54 0M168 142c22-12 32 12 54 0s32 12 54 0M168 162c22-12 32 12 54 0s32 12 54 0M164 182c22-12 32 12 54 0s32 12 54 0"/>
</g>
</svg>
</main>`;
}

/** Pictures of several sizes in one file, as PNG (which ICO has held since 2007). */
function packIco(pictures: readonly { size: number; png: Buffer }[]): Buffer {
  const head = Buffer.alloc(6 + 16 * pictures.length);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(pictures.length, 4);
  let offset = head.length;
  for (const [index, { size, png }] of pictures.entries()) {
    const entry = 6 + 16 * index;
    head.writeUInt8(size, entry);
    head.writeUInt8(size, entry + 1);
    head.writeUInt16LE(1, entry + 4);
    head.writeUInt16LE(32, entry + 6);
    head.writeUInt32LE(png.length, entry + 8);
    head.writeUInt32LE(offset, entry + 12);
    offset += png.length;
  }
  return Buffer.concat([head, ...pictures.map(({ png }) => png)]);
}

async function takePicture(
  page: Page,
  markup: string,
  width: number,
  height = width,
): Promise<Buffer> {
  await page.setViewportSize({ width, height });
  await page.setContent(
    `<!doctype html><style>body { margin: 0 } body > svg { display: block }</style>${markup}`,
  );
  await page.evaluate(() => document.fonts.ready);
  return page.screenshot({ omitBackground: true });
}

/** Draws every picture under public/ from `icon.svg`. */
async function drawAll(page: Page): Promise<void> {
  const icon = await readFile(join(PUBLIC, "icon.svg"), "utf8");
  const lines = icon.match(/<path [^>]*\/>/g)?.join("") ?? "";
  const tile = (options: Tile) => takePicture(page, drawTile(lines, options), options.size);
  const save = (name: string, bytes: Buffer) => writeFile(join(PUBLIC, name), bytes);
  const tiny = drawTile(TINY, { size: 16, strokeWidth: 4 });
  await save(
    "favicon.ico",
    packIco([
      { size: 16, png: await takePicture(page, tiny, 16) },
      { size: 32, png: await tile({ size: 32 }) },
      { size: 48, png: await tile({ size: 48 }) },
    ]),
  );
  await save("apple-touch-icon.png", await tile({ size: 180, isBleeding: true, scale: 0.92 }));
  await save("icon-192.png", await tile({ size: 192 }));
  await save("icon-512.png", await tile({ size: 512 }));
  await save("icon-maskable-512.png", await tile({ size: 512, isBleeding: true, scale: 0.8 }));
  const font = (await readFile(FONT)).toString("base64");
  await save("og.png", await takePicture(page, drawCard(lines, font), 1200, 630));
}

/** Draws a message as each chat shows it, for the guide. */
async function drawChats(browser: Browser): Promise<void> {
  const page = await browser.newPage({
    viewport: { width: 520, height: 400 },
    deviceScaleFactor: 2,
  });
  for (const kind of ["slack", "discord", "teams", "telegram"] as const)
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      await page.setContent(drawChat(kind, bodyOf(kind, ORDINARY)));
      await page.evaluate(() => document.fonts.ready);
      const path = join(PUBLIC, `guides/${kind}-${colorScheme}.png`);
      await page.locator("main").screenshot({ path });
    }
}

const browser = await launchBrowser();
try {
  await drawAll(await browser.newPage());
  await drawChats(browser);
} finally {
  await browser.close();
}
