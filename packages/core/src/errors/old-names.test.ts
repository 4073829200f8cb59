import { describe, expect, it } from 'vitest'
import { createToolbox } from '../runs/create-toolbox.ts'
import { readScenario } from '../scenarios/timeline.ts'
import { readWorld } from '../world-document/read-world.ts'
import { OLD_NAMES } from './old-names.ts'

// Scripts without types may pass anything.
const read = (document: object) => readWorld(document)

const casesOf = (names: Readonly<Record<string, string>>) =>
  Object.entries(names).map(([name, now]) => [name, `'${name}' is called ${now} now.`] as const)

describe('an old name is refused with the new one', () => {
  it.each(casesOf(OLD_NAMES.scenario))('as a scenario: %s', (name, message) => {
    for (const text of [name, name.toUpperCase(), `${name}:shop.example`, `healthy,mx-down+${name}@10:00..10:30`])
      expect(() => readScenario(text)).toThrow(message)
    expect(() => createToolbox({ scenario: name as 'mx-down' })).toThrow(message)
  })

  it.each(casesOf(OLD_NAMES.field))('as a field of a world document: %s', (name, message) => {
    expect(() => read({ hosts: { 'shop.example': { [name]: 'self' } } })).toThrow(message)
  })

  it.each(casesOf(OLD_NAMES.value))('as a state in a world document: %s', (name, message) => {
    const places = [
      { domains: { 'shop.example': { dns: name } } },
      { hosts: { 'shop.example': { smtp: { state: name } } } },
      { hosts: { 'shop.example': { ports: { 80: name } } } },
      { hosts: { 'shop.example': { tls: name } } },
    ]
    const messages = places.map((place) => {
      try {
        read(place)
        return 'accepted'
      } catch (error) {
        return String(error)
      }
    })
    expect(messages).not.toContain('accepted')
    expect(messages.join('\n')).toContain(message)
  })

  it.each(casesOf(OLD_NAMES.option))('as an option of a toolbox: %s', (name, message) => {
    expect(() => createToolbox({ [name]: 'none' })).toThrow(message)
  })
})
