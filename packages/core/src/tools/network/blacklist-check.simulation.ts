import { pass } from '../../reports/finding.ts'
import { noAddress } from '../../reports/no-address.ts'
import type { ReportDraft } from '../../reports/report.ts'
import { unassignedAddress, whatIsSpecial } from '../../reports/special-address.ts'
import { capitalize, inWords } from '../../reports/wording.ts'
import { addressOf } from '../../world/hosts/hosts.ts'
import { type BlockList, blockLists, listingsOf } from '../../network/block-lists.ts'
import { machineOf } from '../../world/hosts/machines.ts'
import { operatorOf } from '../../world/hosts/operators.ts'
import type { World } from '../../world/world.ts'
import { resolves } from '../../world/answers/existence.ts'
import type { Simulation } from '../define-tool.ts'
import { listed, namesOf, reverse, shortNames, delistingAdvice } from './blacklist-check.findings.ts'
import type { BlacklistCheckCode, BlacklistCheckResult } from './blacklist-check.ts'

// The weight of one entry, by the reason for the listing; a range that should not send mail at all counts least.
const WEIGHT: Readonly<Record<BlockList['lists'], number>> = {
  'infected hosts': 40,
  'open relays': 35,
  'spam sources': 30,
  'abused hosting': 20,
  'dynamic ranges': 15,
}

function simulate(host: string, world: World): BlacklistCheckResult {
  if (!resolves(world, host)) {
    const recommendation = `Give ${host} an address first: block lists contain only addresses.`
    return { ip: null, status: 'CLEAN', score: 0, sources: [], recommendation }
  }
  const ip = addressOf(world, host)
  if (machineOf(world, host).special !== undefined) {
    const recommendation = 'Check the public address of the host: no list contains this one.'
    return { ip, status: 'CLEAN', score: 0, sources: [], recommendation }
  }
  const listings = listingsOf(world, host)
  const score = listings.reduce((sum, { lists }) => sum + WEIGHT[lists], 0)
  return {
    ip,
    status: listings.length > 0 ? 'BLACKLISTED' : 'CLEAN',
    score: Math.min(100, score),
    sources: blockLists.map((list) => ({ name: list.name, listed: listings.includes(list) })),
    recommendation:
      listings.length > 0
        ? `Stop what put ${ip} on the list, ${delistingAdvice(listings)}.`
        : 'Nothing to do. Check again before you send another kind of mail from this address.',
  }
}

const plotOf = (sources: BlacklistCheckResult['sources'], listings: readonly BlockList[]): ReportDraft['plot'] => ({
  kind: 'list',
  caption: 'The answer of each block list',
  alternative:
    sources.length === 0
      ? 'No list was queried.'
      : listings.length === 0
        ? `None of ${sources.length} lists contains the address.`
        : `${listings.length} of ${sources.length} lists ${listings.length === 1 ? 'names' : 'name'} the address: ${namesOf(listings)}.`,
  items: sources.map(({ name, listed: found }) => ({
    label: name,
    value: found ? 'listed' : 'not listed',
    severity: found ? 'critical' : 'pass',
  })),
})

function report(
  { ip, score, sources }: BlacklistCheckResult,
  world: World,
  host: string,
): ReportDraft<BlacklistCheckCode> {
  const listings = blockLists.filter((_, index) => sources[index]?.listed === true)
  const plot = plotOf(sources, listings)
  const naming = { label: 'Listed on', value: String(listings.length), unit: `of ${sources.length}` }
  const points = { label: 'Score', value: String(score), unit: 'of 100', note: '0 is clean' }
  if (ip === null) {
    const finding = noAddress('blacklist-unresolved', world, host, 'there is nothing to look up')
    const detail = 'Block lists contain addresses, and this name has none.'
    return { sentence: 'There is no address to check.', detail, figures: [naming, points], findings: [finding], plot }
  }
  const machine = machineOf(world, host)
  const { special } = machine
  if (special !== undefined) {
    const finding = unassignedAddress('blacklist-special', ip, special, 'no list can contain one of them')
    const sentence = 'No list was queried for this address.'
    return { sentence, detail: whatIsSpecial(ip, special), figures: [naming, points], findings: [finding], plot }
  }
  const { name, network, abuse, place } = operatorOf(world, host)
  const clean = listings.length === 0
  return {
    sentence: clean
      ? `None of ${inWords(sources.length)} lists contains the address.`
      : `${capitalize(inWords(listings.length))} of ${inWords(sources.length)} lists ${listings.length === 1 ? 'names' : 'name'} the address.`,
    detail: clean
      ? `No receiver refuses mail from ${ip} because of these lists.`
      : `All receivers that use ${listings.length === 1 ? 'this list' : 'these lists'} refuse mail from ${ip} or file it as spam.`,
    figures: [
      {
        label: naming.label,
        value: naming.value,
        unit: naming.unit,
        note: clean ? 'no entries' : shortNames(listings),
      },
      points,
      { label: 'Network', value: network, note: `${name}, ${place.city}` },
    ],
    findings: [
      ...(clean
        ? [pass('blacklist-clean', `All ${inWords(sources.length)} lists were queried, and none has an entry`)]
        : listed(listings, ip, abuse)),
      reverse(world, machine),
    ],
    plot,
  }
}

/** Simulates `blacklist-check`. */
export const blacklistCheckSimulation: Simulation<string, BlacklistCheckResult, BlacklistCheckCode> = {
  simulate,
  report,
}
