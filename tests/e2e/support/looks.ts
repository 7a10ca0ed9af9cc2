import axe from "axe-core";
import { expect, type Page, test } from "playwright/test";

const WCAG_22_AA = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

export type Look = { colorScheme: "light" | "dark"; width: number; height: number };

/** Phone and desktop, in light and dark. */
export const LOOKS: readonly Look[] = [
  { colorScheme: "light", width: 1440, height: 900 },
  { colorScheme: "dark", width: 1440, height: 900 },
  { colorScheme: "dark", width: 375, height: 812 },
  { colorScheme: "light", width: 375, height: 812 },
];

export async function wear(page: Page, { colorScheme, width, height }: Look): Promise<void> {
  // Transitions between themes would be measured halfway.
  await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
  await page.setViewportSize({ width, height });
}

/** What is checked: all rules, or the one whose result depends on the color scheme. */
type Rules = { type: "tag" | "rule"; values: string[] };
const ALL_RULES: Rules = { type: "tag", values: WCAG_22_AA };
const CONTRAST: Rules = { type: "rule", values: ["color-contrast"] };

/** The accessibility rules that elements break, one line each. Frames have tests of their own. */
async function findViolations(page: Page, rules: Rules): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
  // A control that is half under a sticky bar counts as too small.
  await page.evaluate(() => scrollTo(0, 0));
  return page.evaluate(async (runOnly) => {
    const { violations } = await window.axe.run(document, {
      runOnly,
      resultTypes: ["violations"],
      iframes: false,
    });
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id}: ${target.join(" ")}: ${failureSummary}`),
    );
  }, rules);
}

/** TypeScript doesn't have this type yet. */
type LayoutShift = PerformanceEntry & { value: number; hadRecentInput: boolean };

declare global {
  interface Window {
    axe: typeof axe;
  }
}

/** WCAG 2.2, levels A and AA, as far as axe can check it. */
export async function expectAccessible(
  page: Page,
  look?: Look,
  rules: Rules = ALL_RULES,
): Promise<void> {
  const where = look && `${look.colorScheme}, ${look.width} px`;
  expect(await findViolations(page, rules), where).toEqual([]);
}

/** The share of the window by which a page has shifted while it loaded. */
export function readShift(page: Page): Promise<number> {
  return page.evaluate(() => {
    const observer = new PerformanceObserver(() => undefined);
    observer.observe({ type: "layout-shift", buffered: true });
    const shifts = observer.takeRecords() as LayoutShift[];
    return shifts.reduce((sum, { value, hadRecentInput }) => sum + (hadRecentInput ? 0 : value), 0);
  });
}

/** WCAG 1.4.10: at 320 px nothing makes the page itself scroll sideways. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  await page.setViewportSize({ width: 320, height: 640 });
  const tooWide = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    return [...document.body.querySelectorAll("*")]
      .filter((element) => element.getBoundingClientRect().right > clientWidth)
      .map((element) => element.outerHTML.slice(0, 120));
  });
  expect(tooWide, "what is wider than 320 px").toEqual([]);
}

/** Saves a picture, where `npm run screenshots` wants one. It has the test's name, up to a colon. */
async function takePicture(page: Page, { width, colorScheme }: Look): Promise<void> {
  const folder = process.env.SCREENSHOTS;
  if (!folder) return;
  const name = test.info().title.split(":")[0]?.replaceAll(/\W+/g, "-");
  const dialogs = page.getByRole("dialog").or(page.getByRole("alertdialog"));
  await page.screenshot({
    path: `${folder}/${name}-${width}-${colorScheme}.png`,
    // Fixed elements are misplaced in a picture of more than the window.
    fullPage: (await dialogs.count()) === 0,
    animations: "disabled",
  });
}

/** Checks every look, the narrowest first, and that nothing scrolls sideways. */
export async function expectFit(page: Page, looks: readonly Look[] = LOOKS): Promise<void> {
  const checkedWidths = new Set<number>();
  for (const look of looks.toReversed()) {
    await wear(page, look);
    await expectAccessible(page, look, checkedWidths.has(look.width) ? CONTRAST : ALL_RULES);
    checkedWidths.add(look.width);
    await takePicture(page, look);
  }
  await expectNoSidewaysScroll(page);
}
