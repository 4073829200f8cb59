import type { Severity } from '@netbox/core'
import { fakeClock, findingsOf, fixedWorld } from '@netbox/core/testing'

// The program under test: an alert that fires after two bad checks in a row and clears after a good one.
const makeAlert = (page: (text: string) => void) => {
  const state = { bad: 0, fired: false }
  return (severity: Severity | undefined): void => {
    state.bad = severity === 'critical' ? state.bad + 1 : 0
    if (state.bad === 2) page('ALERT: the first mail server is silent')
    if (state.bad === 0 && state.fired) page('CLEAR: it answers again')
    state.fired = state.bad >= 2
  }
}

// The clock of the test determines when the outage begins and ends. The test advances it without waiting.
const clock = fakeClock(Date.parse('2026-01-01T09:58:00Z'))
const box = fixedWorld('healthy,mx-down@10:00..10:05', 'k3f9', clock)

const pages: string[] = []
const check = makeAlert((text) => void pages.push(text))

for (let minute = 0; minute < 9; minute++) {
  const run = await box.run('mx-record', 'mail.example')
  check(findingsOf(run)['mx-silent'])
  console.log([run.at.slice(11, 16), run.verdict.sentence, ...pages.splice(0)].join('  '))
  clock.advance(60_000)
}
