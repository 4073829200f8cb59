import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')

const named = (text: string, pattern: RegExp): string[] =>
  [...new Set([...text.matchAll(pattern)].flatMap(([, name = '']) => name.match(/[A-Z][A-Z_]+/g) ?? []))].toSorted()

it('docs/configuration.md explains exactly the settings of .env.example', () => {
  const settings = named(read('.env.example'), /^(?:# )?([A-Z][A-Z_]+)=/gm)
  const rows = read('docs/configuration.md').matchAll(/^\| (`[^|]+) \|/gm)
  const explained = named([...rows].map(([, cell = '']) => cell).join('\n'), /`([A-Z][A-Z_]+)`/g)
  expect(settings.length).toBeGreaterThan(20)
  expect(explained).toEqual(settings)
})
