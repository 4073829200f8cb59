import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { inject } from 'vitest'

const noted = new Set<string>()

/** Notes that an endpoint answered with a code, or with success: `reached-setup.ts` asks at the end whether nothing is left. */
export const noteReached = (id: string, answer: string): void => {
  const name = `${id} ${answer}`
  if (noted.has(name)) return
  noted.add(name)
  writeFileSync(join(inject('reachedFolder'), name), '')
}
