import { describe, expect, it } from 'vitest'
import { mutations } from '../../mutations/list.ts'
import { noticedIn, noticedNow, pageOf, unnoticed } from '../../mutations/table.ts'

const [first, second] = mutations
if (first === undefined || second === undefined) throw new Error('There are no mutations')
const by = { file: 'test/a.test.ts', fullName: 'a | b holds <x>' }

describe('the page of mutations', () => {
  it('is read back as it was written, whatever is in the names', () => {
    const odd = { ...first, name: 'a | b <c>' }
    const noticed = noticedNow([
      { mutation: odd, by },
      { mutation: second, by },
    ])
    expect(noticedIn(pageOf([odd, second], noticed))).toEqual(noticed)
    expect(unnoticed([odd, second], noticed)).toEqual([])
    expect(unnoticed([first, second], noticed)).toEqual([first])
  })
})
