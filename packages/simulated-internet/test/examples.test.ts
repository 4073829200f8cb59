import { globSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, it, vi } from 'vitest'

const folder = new URL('../examples/', import.meta.url)
const root = fileURLToPath(new URL('../../../', import.meta.url))
const page = globSync('docs/recipes/*.md', { cwd: root })
  .map((path) => readFileSync(`${root}${path}`, 'utf8'))
  .join('\n')

/** Returns the output of an example in the recipes, which is below the command that runs it. */
const shown = (name: string): string | undefined =>
  new RegExp(`\nnode \\S+/${name}\\.ts\n\`\`\`\n\n\`\`\`text\n([^]*?)\n\`\`\``).exec(page)?.[1]

afterEach(() => vi.restoreAllMocks())

describe('the examples of the recipes', () => {
  const names = readdirSync(folder).map((file) => file.replace(/\.ts$/, ''))

  it('are six or more', () => {
    expect(names.length).toBeGreaterThanOrEqual(6)
  })

  it.each(names)('%s prints the output of the page', async (name) => {
    const printed: string[] = []
    vi.spyOn(console, 'log').mockImplementation((text: string) => void printed.push(text))
    await import(`../examples/${name}.ts`)
    expect(printed.join('\n')).toBe(shown(name))
  })

  it('show the alert that fires in the outage and clears after it, and at no other time', () => {
    const lines = (shown('alert-pipeline') ?? '').split('\n')
    expect(lines.filter((line) => /ALERT|CLEAR/.test(line)).map((line) => line.slice(0, 5))).toEqual(['10:01', '10:05'])
  })
})
