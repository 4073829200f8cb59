/*
 * The baseline: the same shape as a result, made with faker by whoever writes fixtures by hand. Each leaf is drawn with
 * the method that its key asks for; the choice of method is made once, outside of what is timed.
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
  [/recommendation|explanation|detail|meaning|advice|next_steps/, (faker) => faker.lorem.sentence()],
]

const leaf = (key, value) => {
  if (value === null) return () => null
  if (typeof value === 'boolean') return (faker) => faker.datatype.boolean()
  if (Number.isInteger(value)) return (faker) => faker.number.int({ min: 0, max: 100_000 })
  if (typeof value === 'number') return (faker) => faker.number.float({ min: 0, max: 500, fractionDigits: 3 })
  return METHODS.find(([pattern]) => pattern.test(key))?.[1] ?? ((faker) => faker.lorem.word())
}

/** Gives a function that makes a value of the sample's shape with a faker. */
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
