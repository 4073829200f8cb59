// Packs core, the simulated internet and the command as a release would, and uses the tarballs as a stranger would. Needs a build, no network.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { checkBundle } from './packages/check-bundle.mjs'
import { checkCommand } from './packages/check-command.mjs'
import { checkImport, checkRequire, checkTestingKit } from './packages/check-imports.mjs'
import { checkManifest, checkTypeResolution } from './packages/check-metadata.mjs'
import {
  checkSimulatedImport,
  checkSimulatedRequire,
  checkSimulatedTypes,
  packNeeds,
} from './packages/check-simulated-internet.mjs'
import { checkTypes } from './packages/check-types.mjs'
import { makeConsumer } from './packages/make-consumer.mjs'
import { pack } from './packages/pack.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const scratch = mkdtempSync(join(tmpdir(), 'netbox-packages-'))

/** Does one check and says how it went; the others go on, so that one run shows everything. */
const check = async (name, action, describe = () => '') => {
  try {
    const answer = await action()
    console.log(`ok    ${name}${describe(answer)}`)
    return answer
  } catch (error) {
    process.exitCode = 1
    console.error(`FAIL  ${name}\n${String(error.message).replaceAll(/^/gm, '      ')}`)
    return undefined
  }
}

const folderFor = (name) => {
  const folder = join(scratch, name)
  mkdirSync(folder)
  return folder
}

try {
  const into = folderFor('tarballs')
  const core = await check('core packs', () => pack({ root, folder: 'packages/core', into }))
  const simulated = await check('the simulated internet packs', () =>
    pack({ root, folder: 'packages/simulated-internet', into }),
  )
  const command = await check('the command packs', () => pack({ root, folder: 'apps/cli', into }))
  if (core) {
    await check("core's package.json means the same to every tool (publint)", () => checkManifest(core))
    await check("core's types resolve as its code does (attw)", () => checkTypeResolution(core, scratch))
    const consumer = await check('core installs without a network', () => makeConsumer(folderFor('library'), [core]))
    if (consumer) {
      await check('core runs from an ES module', () => checkImport(consumer))
      await check('core runs from CommonJS', () => checkRequire(consumer))
      await check('core brings its testing kit', () => checkTestingKit(consumer))
      await check('core compiles in strict projects, and mistakes do not', () => checkTypes(consumer))
      await check(
        'core builds into a page',
        () => checkBundle(consumer),
        (sizes) => `: ${sizes}`,
      )
    }
  }
  if (core && simulated) {
    await check("the simulated internet's package.json means the same to every tool (publint)", () =>
      checkManifest(simulated),
    )
    await check("the simulated internet's types resolve as its code does (attw)", () =>
      checkTypeResolution(simulated, scratch),
    )
    const consumer = await check('the simulated internet installs with core and smtp-server alone', () =>
      makeConsumer(folderFor('simulated-internet'), [core, simulated, ...packNeeds({ root, into })]),
    )
    if (consumer) {
      await check('the simulated internet runs from an ES module', () => checkSimulatedImport(consumer))
      await check('the simulated internet runs from CommonJS', () => checkSimulatedRequire(consumer))
      await check('the simulated internet compiles in a strict project, in the place of node:dns', () =>
        checkSimulatedTypes(consumer, root),
      )
    }
  }
  if (command) {
    await check("the command's package.json means the same to every tool (publint)", () => checkManifest(command))
    const consumer = await check('the command installs without a network', () =>
      makeConsumer(folderFor('command'), [command]),
    )
    if (consumer) await check('the command runs', () => checkCommand(consumer))
  }
} finally {
  rmSync(scratch, { recursive: true, force: true })
}
