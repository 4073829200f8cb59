import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { notRun } from './docs/not-run.ts'
import { pages, readPage, root } from './docs/pages.ts'
import { commandsOf, readBlocks } from './docs/read-blocks.ts'
import { makeWorkspace, runScript } from './docs/run-script.ts'
import { isTrue, SEPARATOR, toScript } from './docs/to-script.ts'
import { startService } from './start-service.ts'

const ADDRESS = 'localhost:5000'

const blocks = pages.flatMap((page) => commandsOf(readPage(page)).map((block) => ({ page, ...block })))
const isRun = (block: { readonly mark?: unknown }): boolean => block.mark === undefined

/** Tells whether a program that pages use is not on this machine. */
const lacks = (program: string): boolean => spawnSync(program, ['--version']).status !== 0

/** The anchors of a page's headings, as they get them where Markdown is shown. */
const anchorsOf = (page: string): string[] =>
  [...readPage(page).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}_\- ]/gu, '')
      .replaceAll(' ', '-'),
  )

/** Runs what a page shows; a service is there where the page speaks to one. */
const walk = async (commands: readonly { readonly text: string; readonly prints?: string }[]): Promise<string[]> => {
  const { script, claims } = toScript(commands)
  const workspace = await makeWorkspace()
  const service = script.includes(ADDRESS) ? await startService({ folder: workspace.folder }) : undefined
  try {
    const address = service === undefined ? ADDRESS : new URL(service.url).host
    const { stdout, stderr, code } = await runScript(workspace, script.replaceAll(ADDRESS, address))
    if (code !== 0) throw new Error(`It ended with ${code}.\n${stdout}\n${stderr}`)
    const printed = stdout.split(SEPARATOR)
    return claims.flatMap((claim, index) => {
      const actual = printed[index] ?? ''
      return isTrue(claim, actual) ? [] : [`The page says\n${claim.text}\nand what was printed is\n${actual.trim()}`]
    })
  } finally {
    await service?.remove()
    await workspace.remove()
  }
}

describe('README and docs', () => {
  const runOf = (page: string) => blocks.filter((block) => block.page === page && isRun(block))
  const walked = pages.filter((page) => runOf(page).length > 0)
  const able = walked.filter(
    (page) => !lacks('bash') && (!lacks('curl') || runOf(page).every(({ text }) => !/\bcurl\b/.test(text))),
  )

  // A machine with nothing but Node may leave them out; where it is decided what is right they have to run.
  it.runIf(process.env['CI'] === 'true')('has every command run in CI', () => expect(able).toEqual(walked))

  // They wait more than they work: a run takes the time that it takes for people.
  it.concurrent.each(able)('have commands in %s that do what the page says', { timeout: 120_000 }, async (page) => {
    expect(await walk(runOf(page))).toEqual([])
  })

  it('say the language of every block, so that commands are told apart from what is shown', () => {
    const silent = pages.flatMap((page) =>
      readBlocks(readPage(page))
        .filter(({ language }) => !/^[a-z]+$/.test(language))
        .map(({ line }) => `${page}:${line}`),
    )
    expect(silent).toEqual([])
  })

  it('lead to pages, headings and files that are there', () => {
    const dead = pages.flatMap((page) =>
      [...readPage(page).matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)\s]+))?\)/g)].flatMap(([, path = '', anchor]) => {
        const target = path === '' ? page : join(dirname(page), path)
        const isThere = existsSync(join(root, target)) && (anchor === undefined || anchorsOf(target).includes(anchor))
        return isThere ? [] : [`${page}: ${path}#${anchor ?? ''}`]
      }),
    )
    expect(dead).toEqual([])
  })

  it('are all found from docs/README.md', () => {
    const index = readPage('docs/README.md')
    const own = pages.filter((page) => /^docs\/(?:tutorials\/)?[^/]+\.md$/.test(page) && page !== 'docs/README.md')
    expect(own.filter((page) => !index.includes(`](${page.slice('docs/'.length)})`))).toEqual([])
  })

  it('name a test that runs a command, where another one does', () => {
    const wrong = blocks.filter(({ page, mark }) => {
      if (mark?.kind !== 'run by') return false
      const test = join(root, mark.words)
      return !existsSync(test) || !readFileSync(test, 'utf8').includes(page)
    })
    expect(wrong.map(({ page, line }) => `${page}:${line}`)).toEqual([])
  })

  it('have no command that is not run but these, each of which says why', () => {
    const left = blocks.filter(({ mark }) => mark?.kind === 'not run')
    expect(left.map(({ page, heading, mark }) => `${page}, ${heading}: ${mark?.words}`)).toEqual(notRun)
  })
})
