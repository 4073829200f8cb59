import { expect, it } from 'vitest'
import { excerptOf, makeSearch, type DocsPlace } from './search-docs.ts'

const place = (id: string, title: string, text: string, page?: string): DocsPlace => ({
  id,
  title,
  text,
  part: 'Recipes',
  ...(page === undefined ? {} : { page }),
})
const search = makeSearch([
  place('/docs/ci', 'Fail a CI job', 'Your pipeline turns red on a finding.'),
  place('/docs/ci#run', 'Run it', 'With --fail-on critical a finding gives exit code 6.', 'Fail a CI job'),
  place('/docs/mx', 'MX Record', 'The mail servers of a domain: netbox mx-record mail.example'),
  place('/docs/port', 'Port 5000 is in use', 'Set PORT to a free one.'),
])
const found = (text: string) => search(text).map(({ id }) => id)

it('finds an option, the beginning of a word, a mistyped word and the words of a title first', () => {
  expect(found('--fail-on')).toEqual(['/docs/ci#run'])
  expect(found('pipel')).toEqual(['/docs/ci'])
  expect(found('pipelime')).toEqual(['/docs/ci'])
  expect(found('mx-record')).toEqual(['/docs/mx'])
  expect(found('fail')[0]).toBe('/docs/ci')
})

it('finds the page of a pasted error with unique words', () => {
  expect(found('netbox: Port 5000 is in use by another program')[0]).toBe('/docs/port')
})

it('finds nothing for unknown words and for symbols', () => {
  expect(found('zzzzzz')).toEqual([])
  expect(found('?!')).toEqual([])
})

it('marks the matches in the words around the first match, however late it is', () => {
  const late = excerptOf(`${'many words '.repeat(60)}then --fail-on critical ends it`, ['fail-on'])
  expect(late.ranges.map((at) => late.excerpt.slice(at, at + 7))[0]).toBe('fail-on')
  expect(late.excerpt.length).toBeLessThan(120)
  expect(excerptOf('a (b) c', ['(b)']).ranges).toEqual([2, 5])
})
