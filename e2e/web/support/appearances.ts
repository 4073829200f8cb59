import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/** The rules that the site promises to follow: WCAG 2.2 AA and axe's recommendations. */
export const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** The rules about colors. A color scheme can break only these. */
const COLOR_RULES = ['color-contrast', 'link-in-text-block']

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

const PHONE_AND_DESK = [390, 1440]

/** The color scheme and window width in which a page is shown. */
export interface Appearance {
  readonly scheme: 'light' | 'dark'
  readonly width: number
}

/** Returns light and dark for each width. */
export const appearancesIn = (widths: readonly number[] = PHONE_AND_DESK): Appearance[] =>
  (['light', 'dark'] as const).flatMap((scheme) => widths.map((width) => ({ scheme, width })))

/** Lists the accessibility faults of a page in one appearance. In dark mode, checks only the colors. */
export const faultsInAppearance = async (
  page: Page,
  what: string,
  { scheme, width }: Appearance,
): Promise<string[]> => {
  await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
  await page.setViewportSize({ width, height: 900 })
  const builder = await axe(page)
  const rules = scheme === 'light' ? builder.withTags(TAGS) : builder.withRules(COLOR_RULES)
  const { violations } = await rules.analyze()
  return violations.map(({ id, nodes }) => `${what} ${scheme} ${width} ${id}: ${nodes[0]?.html}`)
}

/**
 * Lists the accessibility faults of a page in light and dark and in each width; by default, the widths of a phone and a desktop. `more` returns
 * additional faults.
 */
export const faultsInAppearances = async (
  page: Page,
  what: string,
  {
    widths = PHONE_AND_DESK,
    more = async () => [],
  }: {
    readonly widths?: readonly number[]
    readonly more?: (appearance: string) => Promise<readonly string[]>
  } = {},
): Promise<string[]> => {
  const faults: string[] = []
  for (const appearance of appearancesIn(widths))
    faults.push(
      ...(await faultsInAppearance(page, what, appearance)),
      ...(await more(`${what} ${appearance.scheme} ${appearance.width}`)),
    )
  return faults
}

/** Returns a fault if the page is wider than the window. */
export const sidewaysOf = async (page: Page, appearance: string): Promise<string[]> =>
  (await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)) ? [`${appearance} is too wide`] : []
