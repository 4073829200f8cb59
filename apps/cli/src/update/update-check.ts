import { execFile } from 'node:child_process'
import { dirname } from 'node:path'
import { promisify } from 'node:util'
import { readUpdateState, writeUpdateState } from './update-state.ts'

/*
 * A program of its own: asks the registry for the latest version and notes it. Started with the file and, where npm was told of
 * another one for this call, the registry's address; whatever goes wrong is tried again the next day.
 */

const TIME_LIMIT = 5000

const latestAt = async (registry: string): Promise<string> => {
  const response = await fetch(`${registry.replace(/\/+$/, '')}/netbox/latest`, {
    signal: AbortSignal.timeout(TIME_LIMIT),
    headers: { Accept: 'application/json' },
  })
  const answer: unknown = await response.json()
  const found = typeof answer === 'object' && answer !== null && 'version' in answer ? answer.version : ''
  return response.ok && typeof found === 'string' ? found : ''
}

/** Where packages come from is npm's to know: a person or a company may have set it. */
const registryOfNpm = async (folder: string): Promise<string> => {
  const { stdout } = await promisify(execFile)('npm', ['config', 'get', 'registry'], {
    cwd: folder,
    timeout: TIME_LIMIT,
    windowsHide: true,
    // There npm is a script, which only a shell runs.
    shell: process.platform === 'win32',
  })
  return stdout.trim()
}

const check = async (path: string, registry: string | undefined): Promise<void> => {
  const latest = await latestAt(registry ?? (await registryOfNpm(dirname(path))))
  if (latest !== '') writeUpdateState(path, { ...readUpdateState(path), latest })
}

const [, , path, registry] = process.argv
if (path !== undefined)
  check(path, registry).then(
    () => process.exit(0),
    () => process.exit(0),
  )
