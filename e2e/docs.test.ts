import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { describe, expect, it } from 'vitest'
import { notRun } from './docs/not-run.ts'
import { pages, readPage, root, commandsOf, readBlocks } from './docs/read-blocks.ts'

const blocks = pages.flatMap((page) => commandsOf(readPage(page)).map((block) => ({ page, ...block })))

const anchors = new Map<string, ReadonlySet<string>>()

/** Returns the anchors of a page's headings, as Markdown renderers generate them. */
const anchorsOf = (page: string): ReadonlySet<string> => {
  const known = anchors.get(page)
  if (known !== undefined) return known
  const found = new Set(
    [...readPage(page).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}_\- ]/gu, '')
        .replaceAll(' ', '-'),
    ),
  )
  anchors.set(page, found)
  return found
}

describe('README and docs', () => {
  it('name the language of every block, so that commands differ from output', () => {
    const silent = pages.flatMap((page) =>
      readBlocks(readPage(page))
        .filter(({ language }) => !/^[a-z]+$/.test(language))
        .map(({ line }) => `${page}:${line}`),
    )
    expect(silent).toEqual([])
  })

  it('link only existing pages, headings and files', () => {
    const dead = pages.flatMap((page) =>
      [...readPage(page).matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)\s]+))?(?: "[^"]*")?\)/g)].flatMap(
        ([, path = '', anchor]) => {
          const target = path === '' ? page : join(dirname(page), path)
          const isThere = existsSync(join(root, target)) && (anchor === undefined || anchorsOf(target).has(anchor))
          return isThere ? [] : [`${page}: ${path}#${anchor ?? ''}`]
        },
      ),
    )
    expect(dead).toEqual([])
  })

  it('link no page of localhost, because a page may be read at another service', () => {
    const withoutCode = (page: string): string => readPage(page).replaceAll(/^```[^]*?^```$|`[^`]*`/gm, '')
    expect(pages.filter((page) => withoutCode(page).includes('http://localhost'))).toEqual([])
  })

  it('mark notes as GitHub and the site read them, on a line of their own', () => {
    expect(pages.filter((page) => /\[!(?:NOTE|TIP|IMPORTANT)\] *\S/.test(readPage(page)))).toEqual([])
  })

  it('have programs that run on every supported version of Node: `await using` needs Node 24', () => {
    const programs = pages.flatMap((page) => readBlocks(readPage(page)).map(({ text }) => ({ page, text })))
    expect(programs.filter(({ text }) => /^\s*await using /m.test(text)).map(({ page }) => page)).toEqual([])
  })

  it('never start the command with npx, which installs a package of somebody else outside of a clone', () => {
    const sources = globSync('{apps,packages}/*/src/**/*.{ts,tsx}', { cwd: root }).filter(
      (path) => !path.includes('.test.'),
    )
    const guilty = [...pages, 'apps/cli/README.md', ...sources].filter((path) => readPage(path).includes('npx netbox'))
    expect(guilty).toEqual([])
  })

  it('are all linked from docs/README.md', () => {
    const index = readPage('docs/README.md')
    const own = pages.filter(
      (page) => /^docs\/(?:(?:tutorials|recipes)\/)?[^/]+\.md$/.test(page) && page !== 'docs/README.md',
    )
    expect(own.filter((page) => !index.includes(`](${page.slice('docs/'.length)})`))).toEqual([])
  })

  it('link every program of the recipes where the site shows it', () => {
    const programs = globSync(['docs/recipes/*/*.{py,go,sh}', 'packages/simulated-internet/examples/*.ts'], {
      cwd: root,
    }).map((path) => path.replaceAll('\\', '/'))
    expect(programs.length).toBeGreaterThan(15)
    const shown = pages.flatMap((page) =>
      [...readPage(page).matchAll(/^<!-- show: (\S+) -->$/gm)].flatMap(([, path = '']) =>
        readPage(page).includes(`](${path})`) ? [posix.join(posix.dirname(page), path)] : [],
      ),
    )
    expect(shown.toSorted()).toEqual(programs.toSorted())
  })

  it('have at most 39,000 words besides code, without the reference, because each fact has one page', () => {
    const written = [...pages, 'apps/cli/README.md'].filter(
      (page) =>
        page !== 'docs/scenarios.md' &&
        !/^CHANGELOG|^docs\/(?:api|configuration|findings|library|serve|spec-coverage|tools)\//.test(page),
    )
    const words = written.flatMap(
      (page) =>
        readPage(page)
          .replaceAll(/^```[^]*?^```$|^<!-- generated: [^]*?<!-- \/generated -->$/gm, '')
          .match(/\S+/g) ?? [],
    )
    expect(words.length).toBeLessThanOrEqual(39_000)
  })

  it('list every decision in its index', () => {
    const index = readPage('docs/decisions/README.md')
    const records = pages.filter((page) => /^docs\/decisions\/\d/.test(page))
    expect(records.filter((page) => !index.includes(`](${page.slice('docs/decisions/'.length)})`))).toEqual([])
  })

  it('name a test that runs a command, if another test does', () => {
    const wrong = blocks.filter(({ page, mark }) => {
      if (mark?.kind !== 'run by') return false
      const test = join(root, mark.words)
      return !existsSync(test) || !readFileSync(test, 'utf8').includes(page)
    })
    expect(wrong.map(({ page, line }) => `${page}:${line}`)).toEqual([])
  })

  it('leave no command untested except these, each with a reason', () => {
    const left = blocks.filter(({ mark }) => mark?.kind === 'not run')
    expect(left.map(({ page, heading, mark }) => `${page}, ${heading}: ${mark?.words}`)).toEqual(notRun)
  })
})
