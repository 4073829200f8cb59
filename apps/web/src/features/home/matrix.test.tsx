import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { scenarios } from '@netbox/core'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { exampleMatrix } from './example-matrix.ts'
import { Matrix } from './matrix.tsx'

const html = renderToStaticMarkup(<Matrix />)
const named = (outcome: string): string[] =>
  exampleMatrix.faults.filter((fault) => fault.outcome === outcome).map(({ fault }) => fault)

it('breaks the example under the faults that its README names', () => {
  const readme = readFileSync(join(import.meta.dirname, '../../../../../examples/python-mailer/README.md'), 'utf8')
  const [, list = ''] = /^It fails under: ([^]*?)\n\n/m.exec(readme) ?? []
  expect(new Set(named('failed'))).toEqual(new Set([...list.matchAll(/`([a-z-]+)`/g)].map(([, fault]) => fault)))
})

it('has a link for each fault, named with its outcome', () => {
  const names = new Set<string>(scenarios.map(({ name }) => name))
  expect(exampleMatrix.faults.map(({ fault }) => fault).filter((fault) => !names.has(fault))).toEqual([])
  for (const { fault, outcome } of exampleMatrix.faults)
    expect(html).toContain(`href="/docs/scenarios#${fault}" title="${fault}: ${outcome.replace('-', ' ')}"`)
  expect(html).not.toMatch(/style=|undefined|NaN/)
})

it('counts the outcomes, and says where the worst faults were met', () => {
  const met = exampleMatrix.faults.length - named('not-met').length
  expect(html).toContain(`${named('failed').length} of the ${met} faults that it meets break it.`)
  expect(html).toContain('first met at <code class="text-ink">shop.example MX</code>, SERVFAIL')
})
