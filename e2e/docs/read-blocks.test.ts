import { expect, it } from 'vitest'
import { commandsOf, readBlocks } from './read-blocks.ts'

const page = [
  '# One',
  '```sh',
  'echo a',
  '```',
  '',
  '```text',
  'a',
  '```',
  '## Two',
  '<!-- not run: needs root -->',
  '```sh',
  '# not a heading',
  'rm -rf /',
  '```',
  'Prose.',
  '```text',
  'shown',
  '```',
  '<!-- run by: e2e/other.test.ts -->',
  '',
  '```sh',
  'echo b',
  '```',
].join('\n')

it('readBlocks gives each block its line, heading, language and mark', () => {
  expect(readBlocks(page).map(({ line, heading, language, mark }) => [line, heading, language, mark?.kind])).toEqual([
    [2, 'One', 'sh', undefined],
    [6, 'One', 'text', undefined],
    [11, 'Two', 'sh', 'not run'],
    [16, 'Two', 'text', undefined],
    [21, 'Two', 'sh', 'run by'],
  ])
})

it('readBlocks refuses a block without an end, which would hide the rest', () => {
  expect(() => readBlocks('```sh\necho a')).toThrow('line 1')
})

it('commandsOf treats only the text directly after commands as their output', () => {
  expect(commandsOf(page).map(({ text, prints }) => [text, prints])).toEqual([
    ['echo a', 'a'],
    ['# not a heading\nrm -rf /', undefined],
    ['echo b', undefined],
  ])
})
