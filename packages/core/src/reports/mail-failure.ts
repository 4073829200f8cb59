import type { Answer } from '../world/reach.ts'

/**
 * Says what servers that take no mail do instead, all together: `is silent`, `refuses connections`, `are silent`, `refuse
 * connections`, `do not answer` where they differ.
 */
export const mailFailure = (servers: readonly { readonly answer: Answer }[]): string => {
  const isOne = servers.length === 1
  if (servers.every(({ answer }) => answer === 'silent')) return isOne ? 'is silent' : 'are silent'
  if (servers.every(({ answer }) => answer === 'refused')) return isOne ? 'refuses connections' : 'refuse connections'
  return 'do not answer'
}
