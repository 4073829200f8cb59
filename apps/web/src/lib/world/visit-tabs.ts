import { storage, tabStorage } from '../page/storage.ts'
import { VISIT_KEY } from './visit-storage.ts'

/** The key of the number of tabs that the visit is open in. */
const TABS_KEY = 'netbox_tabs'

/** The key of the mark that a tab belongs to the visit. */
const TAB_KEY = 'netbox_tab'

const countedTabs = (): number => Number(storage.get(TABS_KEY)) || 0

const countTabs = (change: number): void => {
  storage.set(TABS_KEY, String(Math.max(0, countedTabs() + change)))
}

/**
 * Joins the page's tab to the visit, which ends with its last tab: a new tab while no other is open begins another one. The tab counts until
 * the page is left. After a crash, the number may be too high; then the visit ends after its twelve hours.
 */
export const joinVisit = (page: Pick<EventTarget, 'addEventListener'>): void => {
  if (tabStorage.get(TAB_KEY) === undefined && countedTabs() === 0) storage.remove(VISIT_KEY)
  tabStorage.set(TAB_KEY, '1')
  countTabs(1)
  page.addEventListener('pagehide', () => countTabs(-1))
  page.addEventListener('pageshow', (event) => 'persisted' in event && event.persisted === true && countTabs(1))
}
