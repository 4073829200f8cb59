import { readdirSync, readFileSync } from 'node:fs'
import { is, parse } from 'valibot'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import * as contract from '../src/index.ts'
import * as openapi from '../src/openapi/index.ts'
import { exampleService } from './support/example-service.ts'
import { runExample } from './support/run-example.ts'

/* Runs the examples of doc comments. Examples that call the service get a fake one. */
const source = new URL('../src/', import.meta.url)

const examples = readdirSync(source, { recursive: true })
  .map(String)
  .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
  .flatMap((path) =>
    [...readFileSync(new URL(path, source), 'utf8').matchAll(/@example\n((?: *\*(?! @)(?!\/).*\n)+)/g)].map(
      ([, body = ''], index) => ({ name: `${path} ${index + 1}`, code: body.replaceAll(/^ *\* ?/gm, '') }),
    ),
  )

describe('doc examples', () => {
  beforeEach(() => void vi.stubGlobal('fetch', exampleService))

  it.each(examples)('$name', async ({ code }) => {
    expect(await runExample(code, { ...contract, ...openapi, is, parse })).toBeGreaterThan(0)
  })

  it('exist: a pattern that finds none would always pass', () => {
    expect(examples.length).toBeGreaterThan(20)
  })
})
