import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/** The rules that promise what the site promises: WCAG 2.2 AA, and what axe recommends beside it. */
export const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** The rules about colors: in other colors nothing else can be at fault. */
export const COLOR_RULES = ['color-contrast', 'link-in-text-block']

/**
 * Makes what finds faults of accessibility in a page. Three settings change what it costs, more than half of the work, and not
 * what it finds: our pages have no frames of others, so no page of its own is opened to put results together; what is in order
 * is not written down element by element; and the result of an earlier appearance is not written into it again.
 */
export const axe = async (page: Page): Promise<AxeBuilder> => {
  const isThere = await page.evaluate(() => 'axe' in window)
  return new AxeBuilder({ page, ...(isThere ? { axeSource: 'void 0' } : {}) })
    .setLegacyMode()
    .options({ resultTypes: ['violations'] })
}
