/*
 * The baseline: a result of the same shape, generated with faker like hand-written fixtures. Each leaf gets a faker method that depends on
 * its key, or a text of the same length; that choice is made once, outside the measured time.
 */
const METHODS = [
  [/^ip$|address|resolver/, (faker) => faker.internet.ipv4()],
  [/host|exchange|domain|cname|primary_ns|nameserver|^from$|^by$/, (faker) => faker.internet.domainName()],
  [/email|abuse/, (faker) => faker.internet.email()],
  [/city|location/, (faker) => faker.location.city()],
  [/country/, (faker) => faker.location.countryCode()],
  [/timezone/, (faker) => faker.location.timeZone()],
  [/organization|isp|registrar|issuer/, (faker) => faker.company.name()],
  [/date|expir/, (faker) => faker.date.recent().toISOString()],
]

// The average length of a word of Lorem ipsum with its space.
const CHARACTERS_PER_WORD = 7
const LONGEST_WORD = 12

/** Returns a generator of texts with the same length: of words, or of characters for a single long word. */
const textLike = (text) => {
  const words = Math.round(text.length / CHARACTERS_PER_WORD)
  if (text.includes(' ') && words > 1) return (faker) => faker.lorem.words(words)
  return text.length > LONGEST_WORD ? (faker) => faker.string.alphanumeric(text.length) : (faker) => faker.lorem.word()
}

const leaf = (key, value) => {
  if (value === null) return () => null
  if (typeof value === 'boolean') return (faker) => faker.datatype.boolean()
  if (Number.isInteger(value)) return (faker) => faker.number.int({ min: 0, max: 100_000 })
  if (typeof value === 'number') return (faker) => faker.number.float({ min: 0, max: 500, fractionDigits: 3 })
  return METHODS.find(([pattern]) => pattern.test(key))?.[1] ?? textLike(value)
}

/** Counts the leaves of a value and the characters of its texts. */
export const sizeOf = (value) => {
  if (typeof value !== 'object' || value === null)
    return { leaves: 1, characters: typeof value === 'string' ? value.length : 0 }
  const sizes = Object.values(value).map(sizeOf)
  const sum = (field) => sizes.reduce((total, size) => total + size[field], 0)
  return { leaves: sum('leaves'), characters: sum('characters') }
}

/** Returns a function that generates a value of the sample's shape with a faker. */
export const fakerShape = (sample, key = '') => {
  if (Array.isArray(sample)) {
    const items = sample.map((item) => fakerShape(item, key))
    return (faker) => items.map((make) => make(faker))
  }
  if (typeof sample !== 'object' || sample === null) return leaf(key, sample)
  const fields = Object.entries(sample).map(([name, value]) => [name, fakerShape(value, name)])
  return (faker) => {
    const made = {}
    for (const [name, make] of fields) made[name] = make(faker)
    return made
  }
}
