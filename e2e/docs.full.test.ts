import { execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  filesLeftIn,
  missingFor,
  makeWorkspace,
  runScript,
  type Workspace,
  isTrue,
  SEPARATOR,
  toScript,
} from './docs/run-script.ts'
import { pages, readPage, commandsOf, root } from './docs/read-blocks.ts'
import { type Service, startService } from './start-service.ts'
import { tellSkipped } from './tell-skipped.ts'

const ADDRESS = 'localhost:5000'
const START = 'docs/getting-started.md'
const PATH_STEP = 'Put it on your PATH'

const runOf = (page: string) => commandsOf(readPage(page)).filter(({ mark }) => mark === undefined)

const pathStep = runOf(START).filter(({ heading }) => heading === PATH_STEP)

/**
 * Returns the commands of a page. If the page links the step that puts `netbox` on the PATH, its reader has done this step before, or has
 * installed the command: `bin` is its folder.
 */
const commandsWithSteps = (page: string, bin?: string) => {
  const step = bin === undefined ? pathStep : [{ text: `export PATH="${bin}:$PATH"` }]
  return [...(usesCommand(page) ? step : []), ...runOf(page)]
}

const usesCommand = (page: string): boolean => readPage(page).includes('getting-started.md#put-it-on-your-path')

/** Whether the commands of a page call programs of the repository. Its other pages need only the files beside them. */
const needsClone = (page: string): boolean => runOf(page).some(({ text }) => /\bnpm run\b|\bpackages\//.test(text))

const isRoot = process.getuid?.() === 0

const usesService = (page: string): boolean => runOf(page).some(({ text }) => text.includes(ADDRESS))

/** Runs the commands of a page in a workspace. Returns the differences between their output and the page, and the files that they leave. */
const walk = async (
  page: string,
  workspace: Workspace,
  service: Service | undefined,
  bin?: string,
): Promise<string[]> => {
  const { script, claims } = toScript(commandsWithSteps(page, bin))
  const address = service === undefined ? ADDRESS : new URL(service.url).host
  const { stdout, stderr, code } = await runScript(workspace, script.replaceAll(ADDRESS, address))
  if (code !== 0) throw new Error(`It ended with ${code}.\n${stdout}\n${stderr}`)
  const printed = stdout.split(SEPARATOR)
  const left = await filesLeftIn(workspace)
  return [
    ...claims.flatMap((claim, index) => {
      const actual = printed[index] ?? ''
      return isTrue(claim, actual) ? [] : [`The page says\n${claim.text}\nbut the commands printed\n${actual.trim()}`]
    }),
    ...left.map((name) => `The page leaves ${name} in the clone.`),
  ]
}

const open = async (hasService: boolean, isOrdinary = false, linked?: readonly string[]) => {
  const workspace = await makeWorkspace(isOrdinary, linked)
  const service = hasService ? await startService({ folder: workspace.folder }) : undefined
  const close = async (): Promise<void> => {
    await service?.remove()
    await workspace.remove()
  }
  return { workspace, service, close }
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

  // A newcomer reads these pages one after the other, with one clone, one home and one running service. Pages that need other programs share
  // no state with them.
  const isForNewcomers = (page: string): boolean =>
    /^(?:README|docs\/(?:README|getting-started|tutorials\/.*|recipes\/.*))\.md$/.test(page) &&
    !readPage(page).includes('<!-- needs: ')

  describe('of a newcomer', () => {
    const world = {} as Awaited<ReturnType<typeof open>>
    beforeAll(async () => Object.assign(world, await open(true)))
    afterAll(() => world.close())

    it.each(able.filter(isForNewcomers))(
      'have commands in %s that do what the page says',
      { timeout: 400_000 },
      async (page) => {
        expect(await walk(page, world.workspace, world.service)).toEqual([])
      },
    )
  })

  let installed = ''
  let bin = ''
  beforeAll(async () => {
    installed = await mkdtemp(join(tmpdir(), 'netbox-installed-'))
    execFileSync(process.execPath, [join(root, 'scripts/packages/unpack-command.mjs'), installed])
    bin = join(installed, 'bin')
  })
  afterAll(() => rm(installed, { recursive: true, force: true }))

  // Root's rights must not hide that a page needs them, nor the clone a file that the packed command lacks.
  const isForUsers = (page: string): boolean => usesCommand(page) && !/needs: .*\broot\b/.test(readPage(page))
  it.runIf(isRoot).concurrent.each(able.filter((page) => isForUsers(page) && !isForNewcomers(page)))(
    'have commands in %s that do for an ordinary user with the packed command what the page says',
    { timeout: 400_000 },
    async (page) => {
      const linked = needsClone(page) ? undefined : ['docs', 'examples']
      const { workspace, service, close } = await open(usesService(page), true, linked)
      try {
        expect(await walk(page, workspace, service, bin)).toEqual([])
      } finally {
        await close()
      }
    },
  )

  // As root, a sample of these pages: the resolver that gives up root's rights, and the programs that send their own packets.
  // `npm run judges` runs all.
  const isWalkedAsUser = (page: string): boolean =>
    isRoot && isForUsers(page) && process.env['NETBOX_JUDGES'] !== 'all' && !/(?:unbound|routes)\.md$/.test(page)

  // These tests run concurrently, because most of the time they wait for the artificial delays of runs.
  it.concurrent.each(able.filter((page) => !isForNewcomers(page) && !isWalkedAsUser(page)))(
    'have commands in %s that do what the page says',
    { timeout: 400_000 },
    async (page) => {
      const { workspace, service, close } = await open(usesService(page))
      try {
        expect(await walk(page, workspace, service)).toEqual([])
      } finally {
        await close()
      }
    },
  )
})
