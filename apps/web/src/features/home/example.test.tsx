import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { makeExample } from './example.tsx'

const Example = await makeExample()
const html = renderToStaticMarkup(<Example />)
const text = html.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ')

it('has the reports of one input with and without a fault', () => {
  expect(text).toContain('Mail arrives on the first try.')
  expect(text).toContain('Mail still arrives, ten seconds late.')
  expect(text).toContain('no answer, 10 s')
  expect(text).toContain('Mail servers answering 2 of 3')
  for (const scenario of ['healthy', 'mx-down'])
    expect(html).toMatch(
      new RegExp(`href="/mx-record\\?input=mail.example&amp;seed=k3f9&amp;scenario=${scenario}&amp;at=`),
    )
})

it('has the command of both runs, with the exit codes for continuous integration', () => {
  expect(text).toMatch(/--scenario healthy --fail-on critical [a-z]+ Mail arrives on the first try\. exit 0/)
  expect(text).toMatch(/--scenario mx-down --fail-on critical critical Mail still arrives, ten seconds late\. exit 6/)
})

it('has the line that makes this site the service of the command', () => {
  expect(text).toContain(`$ netbox config set apiUrl ${location.origin}`)
})

it('is a form that opens the tool with the chosen fault, without script', () => {
  expect(html).toContain('action="/mx-record"')
  expect(html.match(/type="radio" name="scenario"/g)).toHaveLength(2)
  expect(html).toMatch(/<button type="submit" value="k3f9"[^>]* name="seed">Analyze/)
  expect(html).not.toMatch(/style=|undefined|NaN/)
})
