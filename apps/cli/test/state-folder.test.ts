import { existsSync, mkdirSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { netbox, useHome } from './support/netbox.ts'

it('runs in a read-only home, and warns once that nothing is counted', async () => {
  const home = useHome()
  // Root may write to any folder, so the test names a folder that can't exist: one inside a file.
  const file = join(home.folder, 'file')
  writeFileSync(file, '')
  const outcome = await netbox(home, ['mx-record', 'one.example', '--no-delay', '--json'], {
    env: { XDG_STATE_HOME: file },
  })

  expect(outcome.code).toBe(0)
  expect(JSON.parse(outcome.stdout)).toMatchObject({ input: 'one.example', usage: { dailyUsed: 1 } })
  expect(outcome.stderr.split('\n').filter((line) => line.includes("today's runs are not counted"))).toHaveLength(1)
})

it('makes state readable only by its owner', async () => {
  const home = useHome()
  await netbox(home, ['mx-record', 'one.example', '--no-delay', '--json'])
  expect(statSync(join(home.state, 'usage')).mode & 0o077).toBe(0)
  expect(statSync(join(home.state, 'history')).mode & 0o077).toBe(0)
})

it('removes usage after 35 days and history after twelve months', async () => {
  const home = useHome()
  const old = (folder: string, name: string): string => {
    mkdirSync(join(home.state, folder), { recursive: true })
    const path = join(home.state, folder, name)
    writeFileSync(path, '')
    utimesSync(path, 0, 0)
    return path
  }
  const paths = [old('usage', '2024-01-31.log'), old('history', '2024-01.jsonl')]
  await netbox(home, ['mx-record', 'one.example', '--no-delay', '--json'])
  expect(paths.map((path) => existsSync(path))).toEqual([false, false])
})
