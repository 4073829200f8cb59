import { createKeptStore } from '../../lib/kept-store.ts'

/** The tabs of a report. */
export type ReportTab = 'report' | 'text' | 'json'

const isReportTab = (value: unknown): value is ReportTab => value === 'report' || value === 'text' || value === 'json'

/** The tab that was chosen last in the dashboard. The specification shows the JSON first (spec §2), so that is the initial one. */
const remembered = createKeptStore<ReportTab>({
  key: 'netbox_report_tab',
  initial: 'json',
  read: (value) => (isReportTab(value) ? value : 'json'),
})

/** Returns the tab of a report in the dashboard, and remembers in this browser which one is chosen. */
export const useRememberedTab = () => ({
  selected: remembered.use(),
  onSelect: (id: string): void => remembered.update((now) => (isReportTab(id) ? id : now)),
})
