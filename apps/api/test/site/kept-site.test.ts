import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { setClock, type SetClock } from '../support/set-clock.ts'
import { startApi, type TestApi } from '../support/start-api.ts'

const HOUR = 3_600_000

let folder: string
let clock: SetClock
let running: TestApi[]
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'netbox-builds-'))
  clock = setClock('2026-11-20T08:00:00.000Z')
  running = []
})
afterEach(async () => {
  for (const api of running) await api.stop()
  rmSync(folder, { recursive: true })
})

/** Replaces the site folder with a build, as the build does: the old files are gone. */
const build = (name: string): void => {
  const site = join(folder, 'site')
  rmSync(site, { recursive: true, force: true })
  mkdirSync(join(site, 'assets'), { recursive: true })
  const files = {
    'index.html': `<script src="/assets/main-${name}.js"></script>`,
    '404.html': 'Oops! Page not found',
    [`assets/main-${name}.js`]: `start('${name}')`,
    'sw.js': `version('${name}')`,
    [`picture-${name}.png`]: name,
  }
  for (const [path, text] of Object.entries(files)) writeFileSync(join(site, path), text)
}

/** Starts a process on the data folder of all processes. */
const start = async (env: Record<string, string> = {}): Promise<TestApi> => {
  const data = join(folder, 'data')
  const api = await startApi({ siteFolder: join(folder, 'site'), clock, env: { DATA_DIR: data, ...env } })
  running.push(api)
  return api
}

const stop = async (api: TestApi): Promise<void> => {
  running = running.filter((other) => other !== api)
  await api.stop()
}

const read = async (api: TestApi, path: string): Promise<string | number> => {
  const answer = await api.fetch(path)
  return answer.ok ? answer.text() : answer.status
}

/** Returns the page, the script that it names, and the service worker. */
const visit = async (api: TestApi, name: string) => {
  expect(await read(api, '/')).toBe(`<script src="/assets/main-${name}.js"></script>`)
  return [await read(api, `/assets/main-${name}.js`), await read(api, '/sw.js')]
}

const whole = (name: string): readonly string[] => [`start('${name}')`, `version('${name}')`]
const kept = (): readonly string[] => readdirSync(join(folder, 'data/site'))

describe('a service whose site is built again', () => {
  it('serves the version that it started with, whole', async () => {
    build('old')
    const api = await start()
    build('new')
    expect(await visit(api, 'old')).toEqual(whole('old'))
    expect(await read(api, '/assets/main-new.js')).toBe(404)
  })

  it('serves the new version after a restart, and the old scripts to open pages for a day', async () => {
    build('old')
    await stop(await start())
    build('new')
    const api = await start()
    expect(await visit(api, 'new')).toEqual(whole('new'))
    clock.advance(24 * HOUR)
    const script = await api.fetch('/assets/main-old.js')
    expect([await script.text(), script.headers.get('cache-control')]).toEqual([
      "start('old')",
      'public, max-age=31536000, immutable',
    ])
    // Only the names of assets change with their content.
    expect(await read(api, '/picture-old.png')).toBe(404)
    clock.advance(2 * HOUR)
    expect(await read(api, '/assets/main-old.js')).toBe(404)
    expect(await visit(api, 'new')).toEqual(whole('new'))
  })

  it('deletes the files of old versions', async () => {
    build('old')
    await stop(await start())
    build('new')
    clock.advance(26 * HOUR)
    const api = await start()
    expect(await read(api, '/assets/main-old.js')).toBe(404)
    await stop(api)
    expect(kept()).toHaveLength(1)
  })
})

describe('two processes during an upgrade', () => {
  it('serve the files of both versions', async () => {
    build('old')
    const before = await start()
    build('new')
    const after = await start()
    expect(await read(before, '/assets/main-new.js')).toBe("start('new')")
    expect(await read(after, '/assets/main-old.js')).toBe("start('old')")
    expect(await visit(before, 'old')).toEqual(whole('old'))
    expect(await visit(after, 'new')).toEqual(whole('new'))
  })

  it('share one copy of the same version', async () => {
    build('same')
    await Promise.all([start(), start()])
    expect(kept()).toHaveLength(1)
  })
})

describe('the copy of a version', () => {
  it('is made again if a power failure has emptied its files', async () => {
    build('old')
    await stop(await start())
    writeFileSync(join(folder, 'data/site', String(kept()[0]), 'assets/main-old.js'), '')
    expect(await visit(await start(), 'old')).toEqual(whole('old'))
  })

  it('is served only when it is complete', async () => {
    build('old')
    await stop(await start())
    const draft = join(folder, 'data/site', `${kept()[0]}.draft`)
    cpSync(join(folder, 'data/site', String(kept()[0])), draft, { recursive: true })
    writeFileSync(join(draft, 'assets/half.js'), 'sta')
    const now = new Date(clock.now())
    utimesSync(draft, now, now)
    expect(await read(await start(), '/assets/half.js')).toBe(404)
  })

  it('can be read only by the service', async () => {
    build('old')
    await start()
    expect(statSync(join(folder, 'data/site')).mode & 0o777).toBe(0o700)
  })

  it('is not needed: without a place for it, the service serves the built files, and says so', async () => {
    build('old')
    mkdirSync(join(folder, 'data'))
    // A file in the place of the folder: root can write to any folder.
    writeFileSync(join(folder, 'data/site'), '')
    const api = await start()
    expect(await visit(api, 'old')).toEqual(whole('old'))
    expect(await read(api, '/assets/no-such-file.js')).toBe(404)
    expect(api.logged()).toContain('so a new build breaks open pages')
  })
})
