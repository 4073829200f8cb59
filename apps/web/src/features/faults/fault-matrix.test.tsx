import { findScenario, scenarios } from '@netbox/core'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { Router } from 'wouter'
import { FaultSection, matrixRows, matrixTools } from './fault-matrix.tsx'

/** The only tool that the home page doesn't list. */
const HIDDEN = 'header-security'
const faults = scenarios.filter(({ findings }) => Object.keys(findings).length > 0)

it('shows every fault that a listed tool reports, and each finding that it must produce', () => {
  const tools = matrixTools()
  const rows = matrixRows()
  expect(rows.map(({ name }) => name)).toEqual(
    faults.filter(({ findings }) => Object.keys(findings).some((id) => id !== HIDDEN)).map(({ name }) => name),
  )
  for (const { name, cells } of rows) {
    const findings = findScenario(name)?.findings ?? {}
    const marked = tools.filter((_, at) => cells[at] !== undefined).map(({ tool }) => tool.id)
    expect(new Set(marked)).toEqual(new Set(Object.keys(findings).filter((id) => id !== HIDDEN)))
  }
})

it('shows the worst of several findings', () => {
  const rows = matrixRows()
  const at = matrixTools().findIndex(({ tool }) => tool.id === 'mx-record')
  expect(rows.find(({ name }) => name === 'mx-down')?.cells[at]).toBe('critical')
})

it('links the tool with the scenario, with a text', () => {
  const html = renderToStaticMarkup(
    <Router ssrPath="/">
      <FaultSection />
    </Router>,
  )
  expect(html).toContain('href="/mx-record?scenario=mx-down"')
  expect(html.match(/<th scope="row"/g)).toHaveLength(13)
  expect(html).toContain(`All ${faults.length} faults`)
  expect(html).toContain('href="/smtp-test?input=mx1.mail.example%3A587&amp;scenario=mx-down"')
  expect(html).toContain('MX Record under mx-down: critical')
  // The pages of these tools don't run them.
  expect(html).not.toMatch(/href="\/email-(?:validation|migration)\?/)
  expect(html).not.toMatch(/style=|undefined|NaN/)
})
