import { appliedDmarcOf, dkimOf, type DmarcPolicy, spfStateOf } from '../../world/policies.ts'
import type { World } from '../../world/world.ts'
import type { HeaderAnalyzerResult } from './header-analyzer.ts'
import { countClear, type MailHop } from './header-analyzer.route.ts'

/** What receivers find out about the sender. */
export interface SenderVerdicts extends Pick<HeaderAnalyzerResult, 'spf_result' | 'dkim_result' | 'dmarc_result'> {
  readonly policy: DmarcPolicy['policy']
}

/** Gives what SPF, DKIM and DMARC say about mail of a domain: from the world, never from what the headers claim. */
export const verdictsOf = (world: World, domain: string): SenderVerdicts => {
  const state = spfStateOf(world, domain)
  const { policy } = appliedDmarcOf(world, domain)
  const spf_result = state === 'valid' ? 'pass' : state === 'missing' ? 'none' : 'permerror'
  const dkim_result = dkimOf(world, domain).configured ? 'pass' : 'none'
  const proven = spf_result === 'pass' || dkim_result === 'pass'
  return { spf_result, dkim_result, dmarc_result: policy === 'missing' ? 'none' : proven ? 'pass' : 'fail', policy }
}

/** The score and what makes it: SPF and DKIM 30 each, DMARC 25, encryption on the way 15. */
export const scoreOf = (
  { spf_result, dkim_result, dmarc_result, policy }: SenderVerdicts,
  hops: readonly MailHop[],
): number => {
  const encrypted = 1 - countClear(hops) / hops.length
  const dmarc = dmarc_result !== 'pass' ? 0 : policy === 'none' ? 15 : 25
  return (spf_result === 'pass' ? 30 : 0) + (dkim_result === 'pass' ? 30 : 0) + dmarc + Math.round(15 * encrypted)
}
