import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const src = new URL('../src/', import.meta.url).pathname
const read = (file: string): string => readFileSync(join(src, file), 'utf8')
const files = (pattern: string): string[] => globSync(pattern, { cwd: src }).toSorted()

const camelCase = (name: string): string => name.replace(/-+(\w)/g, (_, letter: string) => letter.toUpperCase())
const classesIn = (css: string): string[] =>
  [...css.replace(/\/\*.*?\*\//gs, '').matchAll(/\.([a-z][\w-]*)/gi)].map(([, name = '']) => name)

const GLOBAL = /:global\(\.([\w-]+)\)/g
const modules = new Map(
  files('**/*.module.css').map((file) => [file, new Set(classesIn(read(file).replace(GLOBAL, '')).map(camelCase))]),
)

/** Lists the classes that the code uses, each with its name and the file of its CSS module. */
const named = (): { place: string; file: string; name: string }[] =>
  files('**/*.{ts,tsx}').flatMap((place) => {
    const text = read(place)
    const code = text.replace(/^import .*$/gm, '')
    return [...text.matchAll(/^import \* as (\w+) from '(.+\.module\.css)'$/gm)].flatMap(([, local = '', path = '']) =>
      [...code.matchAll(new RegExp(`\\b${local}\\.(\\w+)`, 'g'))].map(([, name = '']) => ({
        place,
        file: join(place, '..', path),
        name,
      })),
    )
  })

it('has every class that a component names', () => {
  expect(named().filter(({ file, name }) => modules.get(file)?.has(name) !== true)).toEqual([])
})

it('has no class that no component names', () => {
  const known = new Set(named().map(({ file, name }) => `${file} ${name}`))
  const unused = [...modules].flatMap(([file, names]) => [...names].map((name) => `${file} ${name}`))
  expect(unused.filter((key) => !known.has(key))).toEqual([])
})

it('allows modules only the global utility classes, and those of the documentation text', () => {
  const globals = new Set(classesIn(read('styles/utilities.css') + read('styles/base.css')))
  const prose = new Set(classesIn(read('features/docs/docs-prose.css')))
  const unknown = [...modules.keys()].flatMap((file) =>
    [...read(file).matchAll(GLOBAL)]
      .map(([, name = '']) => name)
      .filter((name) => !globals.has(name) && !(file.startsWith('features/docs/') && prose.has(name)))
      .map((name) => `${file} ${name}`),
  )
  expect(unknown).toEqual([])
})
