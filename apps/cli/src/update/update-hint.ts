import { spawn } from 'node:child_process'
import { realpathSync } from 'node:fs'
import { dirname, join, sep } from 'node:path'
import type { Context } from '../commands/command.ts'
import type { Environment } from '../environment.ts'
import { painted, unpainted } from '../output/paint.ts'
import { version } from '../version.ts'
import { readUpdateState, writeUpdateState } from './update-state.ts'
import { isNewer } from './versions.ts'

const DAY = 86_400_000

/** Gives the folder of the command where npm installed it; a checkout is brought up to date by other means. */
const installedFolder = (launcher: string): string | undefined => {
  try {
    const folder = dirname(dirname(realpathSync(launcher)))
    return folder.includes(`${sep}node_modules${sep}`) ? folder : undefined
  } catch {
    return undefined
  }
}

const check = (folder: string, path: string, registry: string | undefined): void => {
  const script = join(folder, 'dist', 'update-check.cjs')
  // It goes on alone: nobody waits for it, and its answer is used by a later call.
  const child = spawn(process.execPath, [script, path, ...(registry === undefined ? [] : [registry])], {
    detached: true,
    stdio: 'ignore',
    windowsHide: true,
  })
  child.on('error', () => undefined).unref()
}

type Surroundings = Pick<Context, 'err'> & {
  readonly environment: Pick<Environment, 'launcher' | 'stateFolder' | 'registry' | 'hasColor'>
}

/** Tells once a day of a new version, by what was found out before, and once a day has it found out. */
export const hintUpdate = ({ environment, err }: Surroundings, now = Date.now()): void => {
  const folder = installedFolder(environment.launcher)
  if (folder === undefined) return
  const path = join(environment.stateFolder, 'update.json')
  const state = readUpdateState(path)
  const isTold = now - state.told < DAY && now >= state.told
  const isAsked = now - state.asked < DAY && now >= state.asked
  const isTelling = !isTold && isNewer(state.latest, version)
  if (isAsked && !isTelling) return
  const next = { ...state, asked: isAsked ? state.asked : now, told: isTelling ? now : state.told }
  // What can't be remembered would be asked and told at every call.
  if (!writeUpdateState(path, next)) return
  const paint = environment.hasColor(2) ? painted : unpainted
  if (isTelling)
    err(`${paint('dim', `netbox ${state.latest} is out, this is ${version}: npm install --global netbox`)}\n`)
  if (!isAsked) check(folder, path, environment.registry)
}
