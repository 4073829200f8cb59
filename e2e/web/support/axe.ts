import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/** The rules that the site promises to follow: WCAG 2.2 AA and axe's recommendations. */
export const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** The rules about colors. A color scheme can break only these. */
export const COLOR_RULES = ['color-contrast', 'link-in-text-block']

/**
 * Creates the accessibility checker of a page. Three settings save more than half its work without changing its findings: it opens no extra
 * page to merge results, because the pages have no frames from other sites; it does not list passed elements; and it does not inject its
 * script into a page twice.
 */
export const axe = async (page: Page): Promise<AxeBuilder> => {
  const isThere = await page.evaluate(() => 'axe' in window)
  return new AxeBuilder({ page, ...(isThere ? { axeSource: 'void 0' } : {}) })
    .setLegacyMode()
    .options({ resultTypes: ['violations'] })
}
