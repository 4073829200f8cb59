import { describe, expect, it } from 'vitest'
import { bulkTexts } from './bulk.ts'
import { verificationTexts } from './email-verification.ts'
import { overviewTexts } from './dashboard.ts'
import { runHistoryTexts } from './run-history.ts'
import { runTexts } from './tool-run.ts'
import { toolPanelTexts } from './tool-panel.ts'

describe('the counts of the site', () => {
  it.each([
    [overviewTexts.today(1, 1), '1 run and 1 verification so far today.'],
    [overviewTexts.unsaved(1), '1 run is waiting to be saved.'],
    [overviewTexts.addresses(1), '1 address'],
    [overviewTexts.emailsByDay(1, 1), '1 today, 1 day shown'],
    [overviewTexts.uptimeTold(1, 0), '1 day'],
    [overviewTexts.toolCount(1), '1 tool'],
    [toolPanelTexts.tools(1), '1 tool'],
    [runTexts.findings(1), '1 finding'],
    [runTexts.showLog(1), 'Show log, 1 line'],
    [runHistoryTexts.found(1, 1), '1 of 1 run matches'],
    [verificationTexts.addresses(1), '1 address'],
    [verificationTexts.resultsOf(1, 1), '1 of 1 result'],
    [verificationTexts.uploaded('list.csv', 1), 'list.csv: 1 address added.'],
    [bulkTexts.start(1), 'Run 1 line'],
    [bulkTexts.results(1, 1), '1 of 1 result'],
    [bulkTexts.verdict(1, 1, true), '1 of 1 result is critical.'],
    [bulkTexts.beyond(2, 1), 'The list has 2 runs, and 1 is left today. The rest stays “Not run” and doesn’t count.'],
  ])('have a singular: %s', (words, expected) => expect(words).toBe(expected))
})
