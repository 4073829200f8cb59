import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { libraryPages } from './library-pages.mjs'
import { commentProblems, readLibrary } from './read-library.mjs'

const files = {
  'packages/pets/src/index.ts': `// Dogs
export { type Dog, bark } from './dog.ts'

// Cats
export { meow as purr } from './cat.ts'
`,
  'packages/pets/dist/index.d.ts': `export { type Dog, bark } from './dog.ts';
export { meow as purr } from './cat.ts';
`,
  'packages/pets/dist/dog.d.ts': `import type { Voice } from './voice.ts';
/** A dog with its voice; docs/dogs.md has examples. */
export interface Dog {
    readonly voice: Voice;
}
/**
 * Lets a dog bark for some seconds.
 *
 * @param dog  The dog that barks.
 * @example
 * bark(rex) // => 'wow'
 */
export declare const bark: (dog: Dog) => string;
`,
  'packages/pets/dist/cat.d.ts': `import type { Dog } from '@x/pets';
export declare function meow(at: Dog): void;
`,
  'packages/pets/dist/voice.d.ts': `export type Voice = 'low' | 'high';
`,
}
const entryPoints = [{ name: '@x/pets', folder: 'packages/pets', path: 'index', page: 'pets.md', about: 'Pets.' }]

let root = ''
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'netbox-library-'))
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

describe('readLibrary', () => {
  it('lists exports in their order, under their themes, with the names that programs import', () => {
    const [pets] = readLibrary(root, entryPoints)
    expect(pets?.exports.map(({ theme, kind, name }) => [theme, kind, name])).toEqual([
      ['Dogs', 'type', 'Dog'],
      ['Dogs', 'function', 'bark'],
      ['Cats', 'function', 'purr'],
    ])
  })

  it('follows types of a declaration to exports, and includes types that are not exported', () => {
    const [pets] = readLibrary(root, entryPoints)
    const [dog, bark, purr] = pets?.exports ?? []
    expect(dog?.helpers).toEqual(["export type Voice = 'low' | 'high';"])
    expect(bark?.uses.map(({ name }) => name)).toEqual(['Dog'])
    expect(purr?.uses.map(({ name }) => name)).toEqual(['Dog'])
  })

  it('refuses an export that the build does not declare, because the build is older than the sources', () => {
    writeFileSync(join(root, 'packages/pets/src/index.ts'), "export { bite } from './dog.ts'\n")
    expect(() => readLibrary(root, entryPoints)).toThrow('@x/pets exports bite, which its build does not declare.')
  })
})

describe('commentProblems', () => {
  it('names an export without a comment', () => {
    expect(commentProblems(readLibrary(root, entryPoints))).toEqual(['purr of @x/pets has no doc comment'])
  })
})

describe('libraryPages', () => {
  it('shows text, signature, links, parameters and examples of an export', async () => {
    const pages = await libraryPages(readLibrary(root, entryPoints), () => undefined)
    expect(pages.get('pets.md')).toContain(`### function bark

Lets a dog bark for some seconds.

\`\`\`typescript
function bark(dog: Dog): string
\`\`\`

Uses [\`Dog\`](#type-dog).

- \`dog\`: The dog that barks.

Example:

\`\`\`typescript
import { bark } from '@x/pets'
bark(rex) // => 'wow'
\`\`\`
`)
    expect(pages.get('pets.md')).toContain('A dog with its voice; [docs/dogs.md](../dogs.md) has examples.')
  })

  it('lists every export in the index, with its first sentence', async () => {
    const index = (await libraryPages(readLibrary(root, entryPoints), () => undefined)).get('README.md')
    expect(index).toContain('| [@x/pets](pets.md) | Pets. | 2 functions, 1 type |')
    expect(index).toContain(
      '| [`bark`](pets.md#function-bark) | function | `@x/pets` | Lets a dog bark for some seconds. |',
    )
  })

  it('shows a schema by its fields', async () => {
    const schema = { type: 'object', properties: { at: { type: 'integer', minimum: 0 } }, required: ['at'] }
    const pages = await libraryPages(readLibrary(root, entryPoints), (entry: string, name: string) =>
      entry === '@x/pets' && name === 'Dog' ? schema : undefined,
    )
    expect(pages.get('pets.md')).toContain('| `at` | integer | at least 0 |')
  })

  it('refuses an unsupported tag', async () => {
    writeFileSync(
      join(root, 'packages/pets/dist/cat.d.ts'),
      '/**\n * Lets a cat purr.\n * @deprecated since ever\n */\nexport declare function meow(): void;\n',
    )
    await expect(libraryPages(readLibrary(root, entryPoints), () => undefined)).rejects.toThrow('@deprecated')
  })
})
