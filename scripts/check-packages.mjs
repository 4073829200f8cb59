// Packs all published packages as a release would, and uses the tarballs as an external project would, on every supported Node in the PATH.
// Needs a build, but no network.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { checkCommand, checkManifest, checkTypeResolution } from './packages/check-command.mjs'
import { libraries } from './packages/libraries.mjs'
import { makeConsumer, compileTypes, runProgram } from './packages/make-consumer.mjs'
import { requireNodes } from './packages/nodes.mjs'
import { packNeeds, pack } from './packages/pack.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const scratch = mkdtempSync(join(tmpdir(), 'netbox-packages-'))

/** Runs one check and prints its outcome. Doesn't throw after a failure, so that one run shows all problems. */
const check = async (name, action) => {
  try {
    const answer = await action()
    console.log(`ok    ${name}${typeof answer === 'string' && !answer.endsWith('.tgz') ? `: ${answer}` : ''}`)
    return answer
  } catch (error) {
    process.exitCode = 1
    console.error(`FAIL  ${name}\n${String(error.message).replaceAll(/^/gm, '      ')}`)
    return undefined
  }
}

const folderFor = (name) => {
  const folder = join(scratch, name)
  mkdirSync(folder, { recursive: true })
  return folder
}

const packInto = folderFor('tarballs')
const packAs = (name, folder) => check(`${name} packs`, () => pack({ root, folder, into: packInto }))

/** The tarballs of this repository's packages, by folder name. */
const tarballs = new Map()

const checkLibrary = async ({ name, folder, own = [], needs = [], checks = {}, ...library }) => {
  const tarball = await packAs(name, folder)
  tarballs.set(basename(folder), tarball)
  const ours = own.map((other) => tarballs.get(other))
  if (tarball === undefined || ours.includes(undefined)) return
  await check(`${name} has a package.json that means the same to every tool (publint)`, () => checkManifest(tarball))
  await check(`${name} has types that resolve as its code does (attw)`, () => checkTypeResolution(tarball, scratch))
  const consumer = await check(
    `${name} installs without a network, with ${[...own, ...needs].join(', ') || 'no other package'}`,
    () => makeConsumer(folderFor(folder), [...ours, tarball, ...packNeeds({ root, folder, into: packInto, needs })]),
  )
  if (consumer === undefined) return
  await check(`${name} runs from an ES module`, () => runProgram(consumer, library, 'mjs'))
  await check(`${name} runs from CommonJS`, () => runProgram(consumer, library, 'cjs'))
  await check(`${name} has types with which mistakes do not compile`, () => compileTypes(consumer, library))
  for (const [claim, action] of Object.entries(checks)) await check(`${name} ${claim}`, () => action(consumer))
}

const checkTheCommand = async () => {
  const tarball = await packAs('the command', 'apps/cli')
  if (tarball === undefined) return
  await check('the command has a package.json that means the same to every tool (publint)', () =>
    checkManifest(tarball),
  )
  const consumer = await check('the command installs without a network', () =>
    makeConsumer(folderFor('command'), [tarball]),
  )
  if (consumer !== undefined) await check('the command runs', () => checkCommand(consumer))
}

try {
  await check('all required versions of Node are installed', () => requireNodes())
  for (const library of libraries) await checkLibrary(library)
  await checkTheCommand()
} finally {
  rmSync(scratch, { recursive: true, force: true })
}
