import { describe, expect, it } from 'vitest'
import { missingFor } from './docs/needs.ts'
import { pages, readPage } from './docs/pages.ts'
import { commandsOf } from './docs/read-blocks.ts'
import { makeWorkspace, runScript } from './docs/run-script.ts'
import { isTrue, SEPARATOR, toScript } from './docs/to-script.ts'
import { startService } from './start-service.ts'
import { tellSkipped } from './tell-skipped.ts'

const ADDRESS = 'localhost:5000'

const runOf = (page: string) => commandsOf(readPage(page)).filter(({ mark }) => mark === undefined)

/** Runs the commands of a page, with a service if the page uses one. */
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
      return isTrue(claim, actual) ? [] : [`The page says\n${claim.text}\nbut the commands printed\n${actual.trim()}`]
    })
  } finally {
    await service?.remove()
    await workspace.remove()
  }
}

describe('README and docs', () => {
  const walked = pages.filter((page) => runOf(page).length > 0)
  const lacking = walked.flatMap((page) => {
    const missing = missingFor(
      readPage(page),
      runOf(page).map(({ text }) => text),
    )
    return missing.length === 0 ? [] : [{ page, missing }]
  })
  for (const { page, missing } of lacking)
    tellSkipped(
      `The commands of ${page} were NOT run: ${missing.join(', ')} missing.`,
      // With NETBOX_REQUIRE_RECIPES, a missing program is an error, because it can be installed. Missing root or namespaces only skip the
      // page.
      missing.some((need) => need === 'namespace' || need === 'root') ? undefined : 'NETBOX_REQUIRE_RECIPES',
    )
  const able = walked.filter((page) => lacking.every((other) => other.page !== page))

  // CI must run every command that needs only bash and curl. Other machines may lack these programs.
  it.runIf(process.env['CI'] === 'true')('run every command in CI that needs only bash and curl', () =>
    expect(lacking.filter(({ missing }) => missing.some((need) => need === 'bash' || need === 'curl'))).toEqual([]),
  )

  // The tests run concurrently, because most of the time they wait for the artificial delays of runs.
  it.concurrent.each(able)('have commands in %s that do what the page says', { timeout: 400_000 }, async (page) => {
    expect(await walk(runOf(page))).toEqual([])
  })
})
