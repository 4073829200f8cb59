import { expect, type Page } from '@playwright/test'
import { axe, TAGS } from './axe.ts'
import { sidewaysOf } from './looks.ts'

/** Finds nothing that keeps anybody out, and nothing wider than the screen, in the page as it is; `what` says where that is. */
export const expectAccessible = async (page: Page, what = ''): Promise<void> => {
  const { violations } = await (await axe(page)).withTags(TAGS).analyze()
  const faults = violations.map(
    ({ id, nodes }) => `${what} ${id}: ${nodes.map(({ target }) => target.join(' ')).join()}`,
  )
  expect([...faults, ...(await sidewaysOf(page, what))]).toEqual([])
}
