import { afterEach, expect, it } from 'vitest'
import { keepChosenWorld, markWorld } from './mark-world.ts'
import { anyWorld } from '../../lib/world/world.ts'

const root = document.documentElement

afterEach(() => {
  markWorld(anyWorld, 0)
  document.body.replaceChildren()
})

/** Returns the query that a browser makes of a form. */
const sent = (attribute: string): string => {
  const form = document.createElement('form')
  form.setAttribute(attribute, '')
  document.body.append(form)
  keepChosenWorld(form)
  const formData = new FormData()
  for (const [name, value] of Object.entries({ input: 'mail.example', scenario: 'mx-down', seed: 'k3f9' }))
    formData.append(name, value)
  form.dispatchEvent(Object.assign(new Event('formdata', { bubbles: true }), { formData }))
  return [...formData.keys()].join(' ')
}

it('gives the styles the words of a chosen world, until it is left', () => {
  markWorld({ seed: 'mine1', scenario: 'mx-down' }, 0)
  expect(root.hasAttribute('data-world')).toBe(true)
  expect(root.style.getPropertyValue('--world-seed')).toBe('"mine1"')
  expect(root.style.getPropertyValue('--world-faults')).toBe('"mx-down"')
  markWorld(anyWorld, 0)
  expect(root.hasAttribute('data-world')).toBe(false)
})

it('the example sends its own world only while none is chosen; other forms send what they have', () => {
  expect(sent('data-example')).toBe('input scenario seed')
  markWorld({ scenario: 'healthy' }, 0)
  expect(sent('data-example')).toBe('input')
  expect(sent('data-other')).toBe('input scenario seed')
})
