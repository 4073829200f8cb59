import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fieldsOf, parseJson } from '../parse-json.ts'

/** What is known of new versions. Times are epoch milliseconds. */
export interface UpdateState {
  /** When the registry was last asked. */
  readonly asked: number
  /** When a person was last told. */
  readonly told: number
  readonly latest: string
}

const nothing: UpdateState = { asked: 0, told: 0, latest: '' }

/** Reads what is known; whatever can't be read is nothing. */
export const readUpdateState = (path: string): UpdateState => {
  try {
    const fields = fieldsOf(parseJson(readFileSync(path, 'utf8')))
    const numberOf = (name: string): number => {
      const field = fields.get(name)
      return typeof field === 'number' ? field : 0
    }
    const latest = fields.get('latest')
    return { asked: numberOf('asked'), told: numberOf('told'), latest: typeof latest === 'string' ? latest : '' }
  } catch {
    return nothing
  }
}

/** Writes what is known, whole or not at all; gives whether that worked. */
export const writeUpdateState = (path: string, state: UpdateState): boolean => {
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    const draft = `${path}.${process.pid}.tmp`
    writeFileSync(draft, JSON.stringify(state), { mode: 0o600 })
    renameSync(draft, path)
    return true
  } catch {
    return false
  }
}
