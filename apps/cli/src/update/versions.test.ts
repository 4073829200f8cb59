import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isNewer } from './versions.ts'

it('knows newer from older, number by number', () => {
  expect(isNewer('1.0.10', '1.0.9')).toBe(true)
  expect(isNewer('2.0.0', '10.0.0')).toBe(false)
  const part = fc.nat({ max: 20 })
  const version = fc.tuple(part, part, part).map((parts) => parts.join('.'))
  fc.assert(
    fc.property(version, version, (one, other) => {
      expect([isNewer(one, other), isNewer(other, one)].filter(Boolean)).toHaveLength(one === other ? 0 : 1)
    }),
  )
})

it.each(['2.0.0-beta.1', 'latest', '', '99', '1.2.3; rm -rf'])('takes %j for no release', (text) =>
  expect(isNewer(text, '0.0.1')).toBe(false),
)
