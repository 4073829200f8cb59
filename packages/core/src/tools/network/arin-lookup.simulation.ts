import { info, pass } from '../../reports/finding.ts'
import { noAddress } from '../../reports/no-address.ts'
import type { Finding, ReportDraft } from '../../reports/report.ts'
import { unassignedAddress, whatIsSpecial } from '../../reports/special-address.ts'
import { capitalize } from '../../reports/wording.ts'
import { networkOf, specialPurposeOf } from '../../network/networks.ts'
import { addressOf } from '../../world/hosts/hosts.ts'
import { machineOf, type Operator, operatorOf } from '../../world/hosts/machines.ts'
import { type Registry, registryOf } from '../../world/hosts/registries.ts'
import type { SpecialBlock } from '../../foundation/special-addresses.ts'
import type { World } from '../../world/world.ts'
import { resolves } from '../../world/answers/existence.ts'
import type { Simulation } from '../define-tool.ts'
import type { ArinLookupCode, ArinLookupResult } from './arin-lookup.ts'

function simulate(host: string, world: World): ArinLookupResult {
  if (!resolves(world, host)) {
    return { ip: null, asn: null, organization: null, country: null, network: null, abuse_contact: null }
  }
  const ip = addressOf(world, host)
  const network = networkOf(world, host)
  return {
    ip,
    asn: network === undefined ? null : `AS${network.asn}`,
    organization: network?.organization ?? null,
    country: network?.place.country ?? null,
    network: network?.prefix ?? specialPurposeOf(ip)?.prefix ?? null,
    abuse_contact: network?.abuse ?? null,
  }
}

const KINDS: Readonly<Record<Operator['kind'], string>> = {
  hosting: 'a hosting company: the host behind the address belongs to one of its customers',
  cloud: 'a cloud: the address may have another tenant within the hour',
  access: 'an access provider: a household or an office uses the address, or many share it',
  carrier: 'a carrier: the address is a router or belongs to a network that buys transit from it',
}

const registration = (network: string, registry: Registry): Finding<ArinLookupCode> =>
  registry === 'ARIN'
    ? pass('arin-registry', `${network} is registered with ARIN itself`)
    : info(
        'arin-other-registry',
        `${registry} has the full record`,
        `ARIN is responsible for North America; for ${network} it refers to ${registry}. RDAP clients follow the reference automatically (RFC 9224).`,
      )

const plotOf = (host: string, result: ArinLookupResult): ReportDraft['plot'] => {
  const { network, organization, asn, country, abuse_contact } = result
  const record = (type: string, value: string | null) =>
    value === null ? [] : [{ name: network ?? host, ttl: null, type, value }]
  return {
    kind: 'records',
    caption: 'The registry’s data about the block',
    alternative:
      network === null
        ? 'There is no block to look up.'
        : asn === null
          ? `${network} is reserved for a special purpose: nobody holds or announces it.`
          : `${network} is held by ${organization} and announced by ${asn}.`,
    records: [
      ...record('registry', asn === null && network !== null ? 'IANA, special purpose' : null),
      ...record('organization', organization),
      ...record('origin', asn),
      ...record('country', country),
      ...record('abuse', abuse_contact),
    ],
  }
}

// The RDAP entry of a special-purpose block: IANA's reservation.
const unassigned = (ip: string, special: SpecialBlock): Omit<ReportDraft<ArinLookupCode>, 'plot'> => ({
  sentence: 'Nobody holds this address.',
  detail: `${whatIsSpecial(ip, special)} IANA reserves ${special.block}, and RDAP names IANA instead of a holder.`,
  figures: [
    { label: 'Network', value: special.block, note: special.source },
    { label: 'Origin', value: '—', note: 'no system announces it' },
    { label: 'Registry', value: 'IANA', note: 'special purpose' },
  ],
  findings: [unassignedAddress('arin-special', ip, special, 'registries name IANA instead of a holder')],
})

function report(result: ArinLookupResult, world: World, host: string): ReportDraft<ArinLookupCode> {
  const plot = plotOf(host, result)
  if (result.ip === null) {
    return {
      sentence: 'There is no address to look up.',
      detail: 'Registries assign address blocks, and this name has no address.',
      figures: [
        { label: 'Network', value: '—', note: 'no address' },
        { label: 'Origin', value: '—' },
      ],
      findings: [noAddress('arin-unresolved', world, host, 'the name belongs to no block')],
      plot,
    }
  }
  const { special } = machineOf(world, host)
  if (special !== undefined) return { ...unassigned(result.ip, special), plot }
  const { name, kind, place, network, abuse } = operatorOf(world, host)
  const asn = result.asn ?? '—'
  const registry = registryOf(place.countryCode)
  return {
    sentence: `The address belongs to ${name}.`,
    detail: `${result.ip} lies in ${network}, which ${asn} announces from ${place.city}.`,
    figures: [
      { label: 'Network', value: network, note: name },
      { label: 'Origin', value: asn, note: 'the one system that announces it' },
      { label: 'Country', value: place.countryCode, note: place.country },
      { label: 'Registry', value: registry },
    ],
    findings: [
      registration(network, registry),
      info(
        'arin-kind',
        `${name} runs the network, not the host`,
        `${capitalize(KINDS[kind])}.`,
        `Report abuse with the time in UTC and the port: only the operator can identify the customer.`,
      ),
      pass('arin-abuse', `There is an address for abuse reports: ${abuse}`),
      pass('arin-origin', `One system announces ${network}: ${asn}`),
    ],
    plot,
  }
}

/** Simulates `arin-lookup`. */
export const arinLookupSimulation: Simulation<string, ArinLookupResult, ArinLookupCode> = {
  simulate,
  report,
}
