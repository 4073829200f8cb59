import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { netbox, start, useHome } from './support/netbox.ts'
import { withService } from './support/service.ts'
import { expiredSession, sessionFile, tokenIn } from './support/session-file.ts'
import { sharedService } from './support/shared-service.ts'

const service = sharedService()

describe('the session file', () => {
  it('is complete after several processes signed in at once', async () => {
    const people = ['one', 'two', 'three', 'four', 'five', 'six'].map((name) => `${name}@harbour-at-once.example`)
    const home = withService(useHome(), service.url)
    const tokens = await Promise.all(people.map((email) => service.register(email)))
    const outcomes = await Promise.all(tokens.map((input) => netbox(home, ['login', '--with-token'], { input })))
    expect(outcomes.map(({ code }) => code)).toEqual([0, 0, 0, 0, 0, 0])
    expect(people).toContain((await netbox(home, ['whoami'])).stdout.split(',')[0])
    expect(readdirSync(join(home.state, 'account')).toSorted()).toEqual(['plan.json', 'session.json'])
  })
})

describe('a session', () => {
  it('stays valid when eight processes renew it at the same time', async () => {
    await service.register('jan@harbour-at-once.example')
    const home = withService(useHome(), service.url)
    mkdirSync(dirname(sessionFile(home)), { recursive: true, mode: 0o700 })
    writeFileSync(sessionFile(home), await expiredSession(service, 'jan@harbour-at-once.example'), { mode: 0o600 })
    const before = tokenIn(home)
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => start(home, ['whoami']).finished))
    expect(outcomes.map(({ code, stderr }) => ({ code, stderr }))).toEqual(
      Array.from({ length: 8 }, () => ({ code: 0, stderr: '' })),
    )
    expect(tokenIn(home)).not.toBe(before)
    expect((await netbox(home, ['whoami'])).code).toBe(0)
  })
})
