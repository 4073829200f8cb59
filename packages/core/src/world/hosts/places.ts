/** A location of the simulated internet: a city with hosts, routers and resolvers. */
export interface WorldPlace {
  readonly city: string
  /** The three-letter code, as in operators' router names. */
  readonly code: string
  readonly region: Region
  /** ISO 3166-1 alpha-2. */
  readonly countryCode: string
  readonly country: string
  /** Degrees, north positive. */
  readonly latitude: number
  /** Degrees, east positive. */
  readonly longitude: number
  /** IANA time zone. */
  readonly timezone: string
  /** The location as a point on the unit sphere, so that distances need no trigonometry. */
  readonly point: readonly [number, number, number]
}

/** The world regions in propagation reports. */
export type Region = 'Americas' | 'Europe' | 'Africa, Middle East' | 'Asia, Pacific'

const place = (
  city: string,
  code: string,
  region: Region,
  countryCode: string,
  country: string,
  latitude: number,
  longitude: number,
  timezone: string,
  point: readonly [number, number, number],
): WorldPlace => ({ city, code, region, countryCode, country, latitude, longitude, timezone, point })

/** The sixteen locations of the simulated internet, by region. */
export const places: readonly [WorldPlace, ...WorldPlace[]] = [
  place(
    'San Jose',
    'sjc',
    'Americas',
    'US',
    'United States',
    37.34,
    -121.89,
    'America/Los_Angeles',
    [-0.42, -0.675, 0.6065],
  ),
  place(
    'Dallas',
    'dfw',
    'Americas',
    'US',
    'United States',
    32.78,
    -96.8,
    'America/Chicago',
    [-0.0995, -0.8348, 0.5414],
  ),
  place('Toronto', 'yyz', 'Americas', 'CA', 'Canada', 43.65, -79.38, 'America/Toronto', [0.1333, -0.7112, 0.6903]),
  place(
    'New York',
    'nyc',
    'Americas',
    'US',
    'United States',
    40.71,
    -74.01,
    'America/New_York',
    [0.2088, -0.7287, 0.6522],
  ),
  place(
    'São Paulo',
    'gru',
    'Americas',
    'BR',
    'Brazil',
    -23.55,
    -46.63,
    'America/Sao_Paulo',
    [0.6295, -0.6664, -0.3995],
  ),
  place('London', 'lon', 'Europe', 'GB', 'United Kingdom', 51.51, -0.13, 'Europe/London', [0.6224, -0.0014, 0.7827]),
  place('Madrid', 'mad', 'Europe', 'ES', 'Spain', 40.42, -3.7, 'Europe/Madrid', [0.7597, -0.0491, 0.6484]),
  place('Frankfurt', 'fra', 'Europe', 'DE', 'Germany', 50.11, 8.68, 'Europe/Berlin', [0.634, 0.0968, 0.7673]),
  place('Stockholm', 'sto', 'Europe', 'SE', 'Sweden', 59.33, 18.07, 'Europe/Stockholm', [0.4849, 0.1582, 0.8601]),
  place('Lagos', 'los', 'Africa, Middle East', 'NG', 'Nigeria', 6.52, 3.38, 'Africa/Lagos', [0.9918, 0.0586, 0.1136]),
  place(
    'Johannesburg',
    'jnb',
    'Africa, Middle East',
    'ZA',
    'South Africa',
    -26.2,
    28.05,
    'Africa/Johannesburg',
    [0.7919, 0.4219, -0.4415],
  ),
  place(
    'Dubai',
    'dxb',
    'Africa, Middle East',
    'AE',
    'United Arab Emirates',
    25.2,
    55.27,
    'Asia/Dubai',
    [0.5155, 0.7436, 0.4258],
  ),
  place('Mumbai', 'bom', 'Asia, Pacific', 'IN', 'India', 19.08, 72.88, 'Asia/Kolkata', [0.2782, 0.9032, 0.3269]),
  place(
    'Singapore',
    'sin',
    'Asia, Pacific',
    'SG',
    'Singapore',
    1.35,
    103.82,
    'Asia/Singapore',
    [-0.2388, 0.9708, 0.0236],
  ),
  place('Tokyo', 'tyo', 'Asia, Pacific', 'JP', 'Japan', 35.68, 139.69, 'Asia/Tokyo', [-0.6194, 0.5255, 0.5833]),
  place(
    'Sydney',
    'syd',
    'Asia, Pacific',
    'AU',
    'Australia',
    -33.87,
    151.21,
    'Australia/Sydney',
    [-0.7277, 0.3999, -0.5573],
  ),
]

const EARTH_RADIUS = 6371
// In glass, light travels 200 km in 1 ms, so a distance of 100 km takes 1 ms for the round trip. Cables are about 1.35 times as long as the
// straight line.
const KILOMETERS_PER_MILLISECOND = 100 / 1.35

/** Returns the round-trip time from the distance between two locations, in milliseconds. */
export const distanceTime = (from: WorldPlace, to: WorldPlace): number => {
  const [x, y, z] = [from.point[0] - to.point[0], from.point[1] - to.point[1], from.point[2] - to.point[2]]
  const chord = Math.sqrt(x * x + y * y + z * z)
  // The first two terms of 2·asin(chord/2): 1 % too small at 8,000 km, a quarter too small at the antipodes.
  const arc = chord + (chord * chord * chord) / 24
  return (arc * EARTH_RADIUS) / KILOMETERS_PER_MILLISECOND
}

/** Returns the great-circle distance between two locations, in whole kilometers. */
export const distanceBetween = (from: WorldPlace, to: WorldPlace): number => {
  const [x, y, z] = [from.point[0] - to.point[0], from.point[1] - to.point[1], from.point[2] - to.point[2]]
  // Halving the angle takes only square roots. After three halvings, the series below is accurate to within a meter.
  const half = (squared: number) => 2 - Math.sqrt(Math.max(0, 4 - squared))
  const squared = half(half(half(x * x + y * y + z * z)))
  return Math.round(8 * Math.sqrt(squared) * (1 + squared / 24 + (3 * squared * squared) / 640) * EARTH_RADIUS)
}

const find = (code: string): WorldPlace => places.find((candidate) => candidate.code === code) ?? places[0]

/** The location of the simulated visitor: every route and round trip starts here. */
export const vantage: WorldPlace = /* @__PURE__ */ find('lon')
