import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { netbox, useHome } from './support/netbox.ts'

it('netbox mail-reports writes through no link in its folder', async () => {
  const home = useHome()
  const folder = join(home.folder, 'reports')
  const command = [
    'mail-reports',
    'dmarc',
    'shop.example',
    '--seed',
    'k3f9',
    '--at',
    '2026-01-01T00:00:00Z',
    '--days',
    '1',
  ]
  await netbox(home, [...command, '--output', folder])
  const files = readdirSync(folder)
  const other = join(home.folder, 'other')
  const planted = join(home.folder, 'planted')
  mkdirSync(planted)
  writeFileSync(other, 'mine')
  for (const name of files) symlinkSync(other, join(planted, name))
  await netbox(home, [...command, '--output', planted])
  expect(readFileSync(other, 'utf8')).toBe('mine')
  expect(files.length).toBeGreaterThan(0)
  expect(files.filter((name) => !lstatSync(join(planted, name)).isFile())).toEqual([])
})

it('netbox exercise writes through no link that leads nowhere', async () => {
  const home = useHome()
  symlinkSync(join(home.folder, 'nowhere'), join(home.folder, 'repair-1.yaml'))
  const { stderr, code } = await netbox(home, ['exercise', 'start', 'repair-1', '--seed', 'k3f9', '--', 'true'])
  expect([code, stderr]).toEqual([1, expect.stringContaining('repair-1.yaml')])
  expect(existsSync(join(home.folder, 'nowhere'))).toBe(false)
})
