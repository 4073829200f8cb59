import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { readSettings, settingsPage } from './settings.mjs'

const settings = readSettings(readFileSync(new URL('../../.env.example', import.meta.url), 'utf8'))

it('.env.example explains every setting, with its default', () => {
  expect(settings.length).toBeGreaterThan(30)
  expect(settings.filter(({ section, meaning }) => section === '' || meaning === '')).toEqual([])
  const find = (name: string) => settings.find((setting) => setting.name === name)
  expect(find('PORT')).toMatchObject({ section: 'Where it listens', value: '`5000`' })
  expect(find('HOST')).toMatchObject({
    value: '`127.0.0.1`; `0.0.0.0` in production',
    meaning: 'The address to listen on.',
  })
  expect(find('SERVICE_ROLE_KEY')?.value).toBe('none')
  expect(find('STRIPE_PRICE_PRO_ANNUAL')?.meaning).toBe('Price ids of the pro plan')
})

it('the page of the settings has a table for each section', () => {
  expect(settingsPage(settings)).toContain(
    '## Data\n\n| variable | default | meaning |\n|---|---|---|\n| `DATA_DIR` | `./data` |',
  )
})
