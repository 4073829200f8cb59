import { spawnSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { pages, readPage } from './docs/pages.ts'
import { commandsOf } from './docs/read-blocks.ts'
import { makeWorkspace, runScript } from './docs/run-script.ts'
import { isTrue, SEPARATOR, toScript } from './docs/to-script.ts'
import { startService } from './start-service.ts'
import { tellSkipped } from './tell-skipped.ts'

const ADDRESS = 'localhost:5000'

const runOf = (page: string) => commandsOf(readPage(page)).filter(({ mark }) => mark === undefined)

/** Tells whether a program that pages use is not on this machine. */
const lacks = (program: string): boolean => spawnSync(program, ['--version']).status !== 0

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
  const walked = pages.filter((page) => runOf(page).length > 0)
  const able = walked.filter(
    (page) => !lacks('bash') && (!lacks('curl') || runOf(page).every(({ text }) => !/\bcurl\b/.test(text))),
  )
  const left = walked.filter((page) => !able.includes(page))
  if (left.length > 0) tellSkipped(`The commands of ${left.join(', ')} were NOT run: bash or curl is missing.`)

  // A machine with nothing but Node may leave them out; where it is decided what is right they have to run.
  it.runIf(process.env['CI'] === 'true')('has every command run in CI', () => expect(able).toEqual(walked))

  // They wait more than they work: a run takes the time that it takes for people.
  it.concurrent.each(able)('have commands in %s that do what the page says', { timeout: 120_000 }, async (page) => {
    expect(await walk(runOf(page))).toEqual([])
  })
})
