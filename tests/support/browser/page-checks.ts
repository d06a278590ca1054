import type axe from 'axe-core';
import axeSource from 'axe-core/axe.min.js?raw';
import type { Locator, Page } from 'playwright-core';

/** What axe finds wrong on a page, one line for each element; `except` names rules that are not for this page. */
export async function axeFaults(page: Page, { except = [] }: { except?: string[] } = {}): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource);
  return page.evaluate(async (left) => {
    const here = (window as unknown as { axe: typeof axe }).axe;
    // Style sheets are fetched once more for experimental rules alone.
    const { violations } = await here.run({ resultTypes: ['violations'], preload: false, rules: Object.fromEntries(left.map((rule) => [rule, { enabled: false }])) });
    return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html.slice(0, 160)} ${node.failureSummary?.split('\n')[1] ?? ''}`));
  }, except);
}

/** Words that stand out from their ground by less than `ratio`, large ones too, and those whose ground axe can't tell. */
export async function contrastFaults(page: Page, ratio: number): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource);
  return page.evaluate(async (expected) => {
    const here = (window as unknown as { axe: typeof axe }).axe;
    here.configure({ checks: [{ id: 'color-contrast-enhanced', options: { contrastRatio: { normal: { expected }, large: { expected } } } }] });
    const { violations, incomplete } = await here.run({ runOnly: ['color-contrast-enhanced'], preload: false });
    here.reset();
    return [...violations, ...incomplete].flatMap(({ nodes }) => nodes.map((node) => `${node.html.slice(0, 160)} ${node.any[0]?.message ?? ''}`));
  }, ratio);
}

/** How far a page is wider than its window, in pixels. */
export async function sidewaysPixels(page: Page): Promise<number> {
  return page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - document.documentElement.clientWidth));
}

/** How far below the window's top something is drawn, in pixels, once the fonts have come, which may wrap lines elsewhere. */
export async function topOf(what: Locator): Promise<number> {
  await what.page().waitForFunction(() => document.fonts.status === 'loaded' && [...document.fonts].some(({ status }) => status === 'loaded'));
  const box = await what.boundingBox();
  if (box === null) throw new Error('what is not drawn has no place');
  return box.y;
}

/** What `look` finds while the window is another phone's: 390 px is a usual one, 320 px the narrowest we promise. */
export async function atWidth<Found>(page: Page, width: 320 | 390, look: () => Promise<Found>): Promise<Found> {
  const size = page.viewportSize();
  if (size === null) throw new Error('a window without a size can not be made another');
  await page.setViewportSize({ width, height: width * 2 });
  // Laid out anew, and whatever observes sizes has been told.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  const found = await look();
  await page.setViewportSize(size);
  return found;
}

/** From the next page on, text twice as large, as a phone's settings make it (WCAG 1.4.4). */
export async function doubleText(page: Page): Promise<void> {
  await page.addInitScript(() => {
    // Before anything is drawn: Chromium measures containers in letters only once.
    new MutationObserver((_, observer) => {
      if (!document.documentElement) return;
      document.documentElement.style.fontSize = '200%';
      observer.disconnect();
    }).observe(document, { childList: true });
  });
}

/** Controls of a fixed or sticky bar that stand outside the window, and that nothing scrolls into it. */
export async function stuckOutside(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    function scrolls(element: Element | null): boolean {
      return element !== null && element !== document.body && (/auto|scroll/.test(getComputedStyle(element).overflowY) || scrolls(element.parentElement));
    }
    const bars = [...document.querySelectorAll('body *')].filter((element) => /fixed|sticky/.test(getComputedStyle(element).position));
    const controls = bars.flatMap((bar) => [...bar.querySelectorAll('a, button, summary')]).filter((control) => control.checkVisibility() && !scrolls(control));
    return controls.flatMap((control) => {
      const { left, right, bottom } = control.getBoundingClientRect();
      return left < -1 || right > window.innerWidth + 1 || bottom > window.innerHeight + 1 ? [control.textContent ?? ''] : [];
    });
  });
}

/** Words that reach beyond the box that shows them, where nobody can read them. */
export async function wordsCutOff(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const boxes = [...document.querySelectorAll('body *')].filter(
      (element) => /hidden|clip/.test(getComputedStyle(element).overflowX) && element.getBoundingClientRect().width > 1,
    );
    return boxes.flatMap((box) => {
      const { left, right } = box.getBoundingClientRect();
      const texts = document.createTreeWalker(box, NodeFilter.SHOW_TEXT);
      const words = document.createRange();
      const cut: string[] = [];
      while (texts.nextNode()) {
        words.selectNodeContents(texts.currentNode);
        // A modal dialog lies above all, whatever it stands in.
        if (texts.currentNode.parentElement?.closest('dialog:modal') !== box.closest('dialog:modal')) continue;
        // Words for the ear alone: in a pixel, also where that is turned.
        const around = texts.currentNode.parentElement;
        if ((around?.offsetWidth ?? around?.getBoundingClientRect().width ?? 0) <= 1) continue;
        const seen = words.getBoundingClientRect();
        if (seen.width > 1 && (seen.right > right + 1 || seen.left < left - 1)) cut.push(words.toString());
      }
      return cut;
    });
  });
}

/** Targets smaller than 24 by 24 px that are neither in a sentence nor far enough from all others (WCAG 2.5.8). */
export async function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const SMALLEST = 24;
    const targets = [...document.querySelectorAll('a[href], button, input, textarea, select, summary, [tabindex="0"]')].filter(
      (element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && element.getBoundingClientRect().width > 1,
    );
    const boxOf = (element: Element): DOMRect => (element.closest('label') ?? element).getBoundingClientRect();
    const centreOf = (box: DOMRect): { x: number; y: number } => ({ x: box.x + box.width / 2, y: box.y + box.height / 2 });
    const inSentence = (element: Element): boolean => element.tagName === 'A' && getComputedStyle(element).display === 'inline' && element.closest('p') !== null;
    return targets
      .filter((element) => {
        const box = boxOf(element);
        if ((box.width >= SMALLEST && box.height >= SMALLEST) || inSentence(element)) return false;
        const centre = centreOf(box);
        return targets.some((other) => {
          if (other === element) return false;
          const near = boxOf(other);
          const distance = Math.hypot(Math.max(near.left - centre.x, 0, centre.x - near.right), Math.max(near.top - centre.y, 0, centre.y - near.bottom));
          return distance < SMALLEST / 2;
        });
      })
      .map((element) => {
        const { width, height } = boxOf(element);
        return `${Math.round(width)}x${Math.round(height)}: ${element.outerHTML.slice(0, 120)}`;
      });
  });
}
