import { globSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { compile } from 'tailwindcss'
import { expect, it } from 'vitest'

const src = new URL('../src/', import.meta.url).pathname
const read = (file: string): string => readFileSync(join(src, file), 'utf8')
const require = createRequire(import.meta.url)

const globals = new Set(
  ['styles/base.css', 'features/docs/docs-prose.css']
    .flatMap((file) => [...read(file).matchAll(/\.([a-z][\w-]*)/gi)])
    .map(([, name = '']) => name)
    // Marks an element for the utilities of its descendants, `group-hover:` and so on.
    .concat('group'),
)

const CLASS_NAME = /\b\w*[cC]lassName=(?:"([^"]*)"|\{((?:[^{}]|\{[^{}]*\})*)\})/g

/** Returns the quoted texts of an expression, without those that it compares with. */
const textsIn = (expression: string): string[] => {
  const code = expression.replaceAll(/[!=]== '[^']*'/g, '')
  const plain = [...code.matchAll(/'([^']*)'/g)].map(([, text = '']) => text)
  const templates = [...code.replaceAll(/\$\{[^}]*\}/g, ' ').matchAll(/`([^`]*)`/g)].map(([, text = '']) => text)
  return [...plain, ...templates]
}

/** Lists the class names that the components give to elements, each with its file. */
const named = globSync('**/*.tsx', { cwd: src, exclude: ['**/*.test.tsx'] }).flatMap((file) =>
  [...read(file).matchAll(CLASS_NAME)]
    .flatMap(([, text, expression = '']) => text ?? textsIn(expression))
    .flatMap((text) => text.split(/\s+/))
    .filter((name) => name !== '')
    .map((name) => ({ file, name })),
)

it('names only classes that exist: utilities of our tokens, and global classes', async () => {
  const compiler = await compile(read('styles/theme.css'), {
    base: join(src, 'styles'),
    loadStylesheet: async (id, base) => {
      const path = id.startsWith('.') ? join(base, id) : require.resolve(id)
      return { path, base, content: readFileSync(path, 'utf8') }
    },
  })
  const css = compiler.build(named.map(({ name }) => name))
  // CSS escapes a digit at the beginning by its code point.
  const selectors = [...css.matchAll(/\.((?:\\3\d |\\\D|[\w-])+)/g)].map(([, name = '']) =>
    name.replace(/^\\3(\d) /, '$1').replaceAll('\\', ''),
  )
  const known = new Set([...selectors, ...globals])
  expect(named.filter(({ name }) => !known.has(name))).toEqual([])
})

/** The limit of one line of classes, in characters. */
const LONGEST = 200

it('gives an element no long line of classes: a part that elements share is a component or a utility', () => {
  const lists = globSync('**/*.tsx', { cwd: src, exclude: ['**/*.test.tsx'] }).flatMap((file) =>
    [...read(file).matchAll(/'([^'\n]*)'|"([^"\n]*)"|`([^`]*)`/g)].flatMap(([, one = '', two = '', three = '']) =>
      `${one}${two}${three.replaceAll(/\$\{[^}]*\}/g, '')}`.split('\n').map((text) => ({ file, text })),
    ),
  )
  const isClasses = (text: string): boolean => {
    const words = text.split(' ')
    return words.filter((word) => /^\S*[a-z\]][-:][a-z\d[(]/.test(word)).length > words.length / 2
  }
  expect(lists.filter(({ text }) => text.length > LONGEST && isClasses(text))).toEqual([])
})

// Variants, then a utility for spacing, text or color with a value in brackets.
const LITERAL =
  /^(?:[^[\]]*:)?-?(?:[mp][trblxyse]?|gap(?:-[xy])?|space-[xy]|text|leading|tracking|font|rounded(?:-\w+)?|bg|fill|stroke|border(?:-\w)?|outline|accent|decoration|shadow)-[[(]/

const spaces = new Set(
  [...read('styles/tokens.css').matchAll(/--spacing-[\w-]+: (\d+px)/g)].map(([, space = '']) => space),
)

it('takes spacing, text sizes and colors from tokens', () => {
  expect(named.filter(({ name }) => LITERAL.test(name))).toEqual([])
  expect(named.filter(({ name }) => spaces.has(/-\[-?(\d+px)\]$/.exec(name)?.[1] ?? ''))).toEqual([])
})
