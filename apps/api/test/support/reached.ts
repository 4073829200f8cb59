import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { inject } from 'vitest'

const noted = new Set<string>()

/** Records that an endpoint responded with a code, or with success; `reached-setup.ts` checks at the end that none is missing. */
export const noteReached = (id: string, answer: string): void => {
  const name = `${id} ${answer}`
  if (noted.has(name)) return
  noted.add(name)
  writeFileSync(join(inject('reachedFolder'), name), '')
}
