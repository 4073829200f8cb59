import { between } from '../../foundation/mapping.ts'
import { entityOf, type World } from '../world.ts'

/** An organization that operates networks. */
export interface Organization {
  readonly name: string
  /** The organization's own domain, under `.example` (RFC 2606). */
  readonly domain: string
  readonly kind: 'hosting' | 'access' | 'carrier' | 'cloud'
  /** The index of the organization in the simulated internet, from 0; `systemNumberOf` derives its AS number. */
  readonly index: number
}

// The name of a company and the first label of its domains.
const COMPANIES = [
  ['Harbour', 'harbour'],
  ['Northwind', 'northwind'],
  ['Lantern', 'lantern'],
  ['Cobalt', 'cobalt'],
  ['Juniper Hill', 'juniper-hill'],
  ['Meridian', 'meridian'],
  ['Quay', 'quay'],
  ['Old Mill', 'old-mill'],
  ['Saltmarsh', 'saltmarsh'],
  ['Copperline', 'copperline'],
  ['Fernwood', 'fernwood'],
  ['Bluewater', 'bluewater'],
  ['Granite', 'granite'],
  ['Kestrel', 'kestrel'],
  ['Larkfield', 'larkfield'],
  ['Tideway', 'tideway'],
  ['Amberley', 'amberley'],
  ['Foxglove', 'foxglove'],
  ['Ironbridge', 'ironbridge'],
  ['Willow', 'willow'],
] as const

/** The first labels of the companies' domains. A company's number is its index in this list. */
export const companyLabels: readonly string[] = /* @__PURE__ */ COMPANIES.map(([, label]) => label)

const KINDS = ['hosting', 'access', 'carrier', 'cloud'] as const
const LABEL = { hosting: 'hosting', access: 'broadband', carrier: 'transit', cloud: 'cloud' } as const
const SUFFIX = { hosting: 'Hosting', access: 'Broadband', carrier: 'Transit', cloud: 'Cloud' } as const

// 64496 to 64511 are for documentation, 64512 to 65534 for private use: 1039 numbers in a row, and 1039 is a prime.
const FIRST_NUMBER = 64_496
const NUMBERS = 1039

/**
 * Returns the AS number of an organization, from the ranges for documentation (RFC 5398) and private use (RFC 6996). Because the count of
 * numbers is prime, every step from 1 to 1038 reaches each number once, so no two organizations of a world share one.
 */
export const systemNumberOf = (world: World, { index }: Organization): number => {
  const id = entityOf(world, 'system-numbers', '')
  const step = between(id, 'step', 1, NUMBERS - 1)
  return FIRST_NUMBER + ((between(id, 'first', 0, NUMBERS - 1) + index * step) % NUMBERS)
}

/** Describes one business of a company; hosting, access, transit and cloud are separate organizations. */
export const organizationOf = (company: number, kind: Organization['kind']): Organization => {
  const [name, label] = COMPANIES[company] ?? COMPANIES[0]
  const index = company * KINDS.length + KINDS.indexOf(kind)
  return { name: `${name} ${SUFFIX[kind]}`, domain: `${label}-${LABEL[kind]}.example`, kind, index }
}

/** The provider of the vantage point's access line. */
export const accessProvider: Organization = {
  name: 'Metro Broadband',
  domain: 'metro.example',
  kind: 'access',
  index: COMPANIES.length * KINDS.length,
}

/** The domains of the transit businesses, company by company. */
export const transitDomains: readonly string[] = /* @__PURE__ */ COMPANIES.map(
  ([, label]) => `${label}-${LABEL.carrier}.example`,
)
