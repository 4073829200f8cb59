import { fakeClock, fixedWorld } from '@netbox/core/testing'

// The program under test: a monitor that reports when a certificate is about to expire and when it was renewed, each only once.
const makeMonitor = (page: (text: string) => void) => {
  const state = { warned: false }
  return (days: number | null): void => {
    if (days === null) return // unreachable servers are another monitor's task
    const isDue = days < 14
    if (isDue && !state.warned) page(`ALERT: renew it within ${days} days`)
    if (!isDue && state.warned) page('CLEAR: renewed')
    state.warned = isDue
  }
}

// The fault: for two days, the server presents a certificate that is about to expire.
const clock = fakeClock(Date.parse('2025-12-31T08:00:00Z'))
const timeline = 'healthy,cert-expiring@2026-01-01T00:00Z..2026-01-03T00:00Z'
const box = fixedWorld(timeline, 'k3f9', clock)

const pages: string[] = []
const check = makeMonitor((text) => void pages.push(text))

for (let day = 0; day < 5; day++) {
  const { at, result } = await box.run('https-test', 'shop.example')
  check(result.expires_in_days)
  console.log([at.slice(0, 10), `${result.expires_in_days} days left`, ...pages.splice(0)].join('  '))
  clock.advance(24 * 3_600_000)
}
