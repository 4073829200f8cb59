import { info, pass } from '../../reports/finding.ts'
import { noAddress } from '../../reports/no-address.ts'
import type { PlacesPlot } from '../../reports/plot.ts'
import type { Finding, ReportDraft } from '../../reports/report.ts'
import { unassignedAddress, whatIsSpecial } from '../../reports/special-address.ts'
import { milliseconds } from '../../reports/wording.ts'
import { networkOf } from '../../network/networks.ts'
import { addressOf } from '../../world/hosts/hosts.ts'
import { machineOf, type Operator, operatorOf } from '../../world/hosts/machines.ts'
import { distanceBetween, type WorldPlace, vantage } from '../../world/hosts/places.ts'
import { roundTripTo } from '../../world/hosts/reach.ts'
import type { SpecialBlock } from '../../foundation/special-addresses.ts'
import type { World } from '../../world/world.ts'
import { resolves } from '../../world/answers/existence.ts'
import type { Simulation } from '../define-tool.ts'
import type { GeoipLookupCode, GeoipLookupResult } from './geoip-lookup.ts'

function simulate(host: string, world: World): GeoipLookupResult {
  if (!resolves(world, host)) {
    return { ip: null, city: null, country: null, latitude: null, longitude: null, timezone: null, isp: null }
  }
  const network = networkOf(world, host)
  const { city = null, country = null, latitude = null, longitude = null, timezone = null } = network?.place ?? {}
  return {
    ip: addressOf(world, host),
    city,
    country,
    latitude,
    longitude,
    timezone,
    isp: network?.organization ?? null,
  }
}

// The certainty of a location by kind of operator; the country is almost always right.
const CERTAINTY: Readonly<Record<Operator['kind'], readonly [title: string, detail: string]>> = {
  hosting: ['The city is the location of the data center', 'The people who run the machine may be elsewhere.'],
  cloud: [
    'The city is the location of the cloud region',
    'Only the region is certain; another region may answer under the same name for other users.',
  ],
  access: [
    'The city is a guess, the country is not',
    'Access providers move addresses between towns: one in three is not in the town that databases list.',
  ],
  carrier: [
    'The city may be the location of the head office',
    'Carriers register blocks at their head office; the router may be far from there.',
  ],
}

const SURE: Readonly<Record<Operator['kind'], boolean>> = { hosting: true, cloud: false, access: false, carrier: false }

// Returns the distance in km that a round trip can cover on an ideal straight cable: in one millisecond, light in glass goes 100 km and
// back.
const reach = (roundTrip: number): number => Math.floor(roundTrip * 100)

const physics = (roundTrip: number, distance: number, city: string): Finding<GeoipLookupCode> =>
  distance === 0
    ? pass('geoip-physics', `A round trip of ${milliseconds(roundTrip)} ms fits a host in ${city}`)
    : pass(
        'geoip-physics',
        `A round trip of ${milliseconds(roundTrip)} ms fits ${city}: ${distance} km away, at most ${reach(roundTrip)} km possible`,
      )

const point = (
  { city, region, latitude, longitude }: WorldPlace,
  value: string,
  note: string,
): PlacesPlot['places'][number] => ({
  location: city,
  region,
  latitude,
  longitude,
  value,
  note,
  severity: 'pass',
})

const nowhere = (
  { sentence, detail, findings }: Pick<ReportDraft<GeoipLookupCode>, 'sentence' | 'detail' | 'findings'>,
  note: string,
): ReportDraft<GeoipLookupCode> => ({
  sentence,
  detail,
  figures: [
    { label: 'City', value: '—', note },
    { label: 'Measured from', value: vantage.city },
  ],
  findings,
  plot: {
    kind: 'places',
    caption: 'Your location',
    alternative: `The map shows only ${vantage.city}, because there is ${note}.`,
    places: [point(vantage, 'you', 'the client')],
  },
})

const unresolved = (world: World, host: string): ReportDraft<GeoipLookupCode> =>
  nowhere(
    {
      sentence: 'There is no address to locate.',
      detail: 'A location belongs to an address, and this name has none.',
      findings: [noAddress('geoip-unresolved', world, host, 'the name has no location')],
    },
    'no address',
  )

const unplaced = (ip: string, special: SpecialBlock): ReportDraft<GeoipLookupCode> =>
  nowhere(
    {
      sentence: 'This address has no location.',
      detail: whatIsSpecial(ip, special),
      findings: [unassignedAddress('geoip-special', ip, special, 'no database has a location for them')],
    },
    'no location',
  )

function report({ ip }: GeoipLookupResult, world: World, host: string): ReportDraft<GeoipLookupCode> {
  if (ip === null) return unresolved(world, host)
  const { special } = machineOf(world, host)
  if (special !== undefined) return unplaced(ip, special)
  const { name, kind, place } = operatorOf(world, host)
  const distance = distanceBetween(vantage, place)
  const roundTrip = roundTripTo(world, host)
  const [certainty, why] = CERTAINTY[kind]
  return {
    sentence: SURE[kind] ? `The address is in ${place.city}.` : `The address is probably in or near ${place.city}.`,
    detail: `${ip} belongs to ${name}; the point on the map is the middle of the city, not a street.`,
    figures: [
      { label: 'City', value: place.city, note: place.country },
      distance === 0
        ? { label: 'Distance', value: '0', unit: 'km', note: `${vantage.city}, as you` }
        : { label: 'Distance', value: String(distance), unit: 'km', note: `from ${vantage.city}` },
      { label: 'Round trip', value: milliseconds(roundTrip), unit: 'ms' },
      { label: 'Time zone', value: place.timezone, note: `${place.latitude}, ${place.longitude}` },
    ],
    findings: [
      info('geoip-certainty', certainty, why, 'Use only the country in your rules, and let users correct it.'),
      physics(roundTrip, distance, place.city),
      pass('geoip-country', `The registry names the same country: ${place.country}`),
    ],
    plot: {
      kind: 'places',
      caption: 'The location of the address, and yours',
      alternative: `${ip} is in ${place.city}, ${place.country}, ${distance} km from ${vantage.city}.`,
      places: [point(place, ip, name), point(vantage, 'you', 'the client')],
    },
  }
}

/** Simulates `geoip-lookup`. */
export const geoipLookupSimulation: Simulation<string, GeoipLookupResult, GeoipLookupCode> = {
  simulate,
  report,
}
