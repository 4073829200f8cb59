import { afterEach, describe, expect, it } from 'vitest'
import { ignoreComposing } from './composition.ts'

afterEach(() => document.body.replaceChildren())

const press = (init: KeyboardEventInit): { readonly isHeard: boolean; readonly isSent: boolean } => {
  const [page, field] = [document.createElement('div'), document.createElement('input')]
  document.body.append(page)
  page.append(field)
  ignoreComposing(page)
  let isHeard = false
  field.addEventListener('keydown', () => {
    isHeard = true
  })
  const event = new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...init })
  field.dispatchEvent(event)
  return { isHeard, isSent: isHeard && !event.defaultPrevented }
}

describe('an Enter that ends a composition', () => {
  it('reaches no form in Safari, which reports it after the composition', () => {
    expect(press({ key: 'Enter', keyCode: 229 })).toEqual({ isHeard: false, isSent: false })
  })

  it('reaches no form in other browsers, which report it during the composition', () => {
    expect(press({ key: 'Enter', isComposing: true, keyCode: 229 })).toEqual({ isHeard: false, isSent: false })
  })

  it('leaves every other Enter and key alone', () => {
    expect(press({ key: 'Enter', keyCode: 13 })).toEqual({ isHeard: true, isSent: true })
    expect(press({ key: 'a', keyCode: 229 })).toEqual({ isHeard: true, isSent: true })
  })
})
