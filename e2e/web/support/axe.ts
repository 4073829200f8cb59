import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'

/** The rules that promise what the site promises: WCAG 2.2 AA, and what axe recommends beside it. */
export const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** The rules about colors: in other colors nothing else can be at fault. */
export const COLOR_RULES = ['color-contrast', 'link-in-text-block']

/**
 * Makes what finds faults of accessibility in a page. Two settings change what it costs, a third of the work, and not what
 * it finds: our pages have no frames of others, so no page of its own is opened to put results together; and what is in order
 * is not written down element by element.
 */
export const axe = (page: Page): AxeBuilder =>
  new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] })
