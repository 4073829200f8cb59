import { globSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, it, vi } from 'vitest'

const folder = new URL('../examples/', import.meta.url)
const root = fileURLToPath(new URL('../../../', import.meta.url))
const page = globSync('docs/recipes/*.md', { cwd: root })
  .map((path) => readFileSync(`${root}${path}`, 'utf8'))
  .join('\n')

/** Returns the two parts of an example in the recipes: its output and its program. */
const shown = (name: string): string[] => {
  const block = new RegExp(`<!-- example: ${name} -->([^]*?)<!-- /example -->`).exec(page)?.[1] ?? ''
  return [...block.matchAll(/```(?:text|typescript)\n([^]*?)\n```/g)].map(([, text = '']) => text)
}

afterEach(() => vi.restoreAllMocks())

describe('the examples of the recipes', () => {
  const names = readdirSync(folder).map((file) => file.replace(/\.ts$/, ''))

  it('are six or more, and all are in the recipes', () => {
    expect(names.length).toBeGreaterThanOrEqual(6)
    const onPage = [...page.matchAll(/<!-- example: (\S+) -->/g)].map(([, name = '']) => name)
    expect(onPage.toSorted()).toEqual(names.toSorted())
  })

  it.each(names)('%s prints the output of the page, and is the program that the page shows', async (name) => {
    const printed: string[] = []
    vi.spyOn(console, 'log').mockImplementation((text: string) => void printed.push(text))
    await import(`../examples/${name}.ts`)
    const [output, program] = shown(name)
    expect(printed.join('\n')).toBe(output)
    expect(program).toBe(readFileSync(new URL(`${name}.ts`, folder), 'utf8').trimEnd())
  })

  it('show the alert that fires in the outage and clears after it, and at no other time', () => {
    const lines = (shown('alert-pipeline')[0] ?? '').split('\n')
    expect(lines.filter((line) => /ALERT|CLEAR/.test(line)).map((line) => line.slice(0, 5))).toEqual(['10:01', '10:05'])
  })
})
