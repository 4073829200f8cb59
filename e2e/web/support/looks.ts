import type { Page } from 'playwright-core'
import { axe, COLOR_RULES, TAGS } from './axe.ts'

const PHONE_AND_DESK = [390, 1440]

/**
 * Names the faults of accessibility of what a page shows, light and dark, in each width: a phone's and a desk's unless others
 * are said. `more` finds others.
 */
export const faultsInLooks = async (
  page: Page,
  what: string,
  {
    widths = PHONE_AND_DESK,
    more = async () => [],
  }: {
    readonly widths?: readonly number[]
    readonly more?: (look: string) => Promise<readonly string[]>
  } = {},
): Promise<string[]> => {
  const faults: string[] = []
  for (const scheme of ['light', 'dark'] as const)
    for (const width of widths) {
      await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
      await page.setViewportSize({ width, height: 900 })
      const builder = await axe(page)
      const rules = scheme === 'light' ? builder.withTags(TAGS) : builder.withRules(COLOR_RULES)
      const { violations } = await rules.analyze()
      const look = `${what} ${scheme} ${width}`
      faults.push(...violations.map(({ id, nodes }) => `${look} ${id}: ${nodes[0]?.html}`), ...(await more(look)))
    }
  return faults
}

/** Names what is wider than the screen. */
export const sidewaysOf = async (page: Page, look: string): Promise<string[]> =>
  (await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)) ? [`${look} is too wide`] : []
