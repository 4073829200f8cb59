import { describe, expect, it } from 'vitest'
import type { Sources } from './addresses.ts'
import { listPlaces, makeDocs } from './docs-page.ts'

const OUTLINE = `# Documentation

Start here.

## First run

In a clone:

| | |
|---|---|
| [Terminal](first.md#list-tools) | the command |

## Start

Read this.

| you want | page |
|---|---|
| one | [One](one.md) |
| the tools | [Tools](tools/README.md) |
| a part | [Part of one](one.md#second-part) |

## An error in front of you?

| message | page |
|---|---|
| \`exit code 6\` | [Exit codes](one.md#second-part) |

## About these pages

Evidence: [figures](evidence.md).
`

const make = (pages: Readonly<Record<string, string>>, repository?: string) => {
  const sources: Sources = new Map(Object.entries({ 'docs/README.md': OUTLINE, 'docs/one.md': '# One\n', ...pages }))
  return makeDocs(sources, { repository, sizeOf: () => ({ width: 4, height: 3 }) })
}

const one = (text: string, repository?: string) => {
  const page = make({ 'docs/one.md': text, 'src/a.ts': '' }, repository).pages.find(
    ({ source }) => source === 'docs/one.md',
  )
  if (page === undefined) throw new Error('no page')
  return page
}

const tools = {
  'docs/tools/README.md': '# Tools\n\n[B](b.md) and [A](a.md)',
  'docs/tools/a.md': '# A\n\nA tool.',
  'docs/tools/b.md': '# B\n\nAnother tool.',
}

describe('the outline', () => {
  it('has the parts with their entries, the ways to a first run, and the errors to look up', () => {
    const first = '# First\n\n```sh\nno\n```\n\n## List tools\n\n```sh\nnetbox list\n```\n\n## Next\n\n```sh\nno\n```\n'
    const { outline } = make({ ...tools, 'docs/first.md': first })
    expect(outline.parts).toEqual([
      {
        name: 'Start',
        lead: 'Read this.',
        entries: [
          { title: 'One', href: '/docs/one' },
          { title: 'Tools', href: '/docs/tools' },
          { title: 'Part of one', href: '/docs/one#second-part' },
        ],
      },
    ])
    const [way] = outline.firstRun.ways
    expect([way?.name, way?.code.map(({ text }) => text)]).toEqual(['Terminal', ['netbox list']])
    expect(outline.errors.rows).toEqual([{ error: 'exit code 6', title: 'Exit codes', href: '/docs/one#second-part' }])
  })

  it('orders the pages of a folder as in its README, and evidence not at all', () => {
    const { pages } = make({ ...tools, 'docs/evidence.md': '# Figures\n' })
    const placeOf = (address: string) => {
      const { part, entry, previous, next } = pages.find((page) => page.address === address) ?? {}
      return [part, entry?.title, previous?.title, next?.title]
    }
    expect(placeOf('/docs/one')).toEqual(['Start', 'One', undefined, 'Tools'])
    expect(placeOf('/docs/tools')).toEqual(['Start', 'Tools', 'One', undefined])
    expect(placeOf('/docs/tools/b')).toEqual(['Start', 'Tools', undefined, 'A'])
    expect(placeOf('/docs/evidence')).toEqual([undefined, undefined, undefined, undefined])
    expect(listPlaces(pages).map(({ id }) => id)).not.toContain('/docs/evidence')
  })
})

describe('a page', () => {
  it('separates its title and its first paragraph from the rest, and has headings with ids', () => {
    const page = one('<!-- needs: dig -->\n# One `page`\n\nFirst *words*.\n\n## Same\n\na\n\n## Same\n\nb')
    expect(page).toMatchObject({ title: 'One page', lead: { text: 'First words.' } })
    expect(page.html).not.toMatch(/needs|First/)
    expect(page.sections.map(({ id }) => id)).toEqual(['one-page', 'same', 'same-1'])
    expect(page.html).toContain('<h2 id="same-1">')
  })

  it('links other pages on the site, and files in the repository if that has an address', () => {
    const text = '# One\n\nLead.\n\n[a](two.md#x) [b](https://a.example/) [c](#same) [d](../src/a.go) [e](two)'
    const links = (repository?: string) =>
      [
        ...(make({ 'docs/one.md': text, 'docs/two.md': '# Two' }, repository).pages[0]?.html ?? '').matchAll(
          /href="(.*?)"/g,
        ),
      ].map(([, href]) => href)
    expect(links()).toEqual(['/docs/two#x', 'https://a.example/', '#same'])
    expect(links('https://code.example/netbox')).toContain('https://code.example/netbox/blob/main/src/a.go')
  })

  it('links the generated page that the title of a link names, or the page about the reference if there is none', () => {
    const text = '# One\n\nLead.\n\n[a](reference.md "/docs/tools/a") [c](reference.md "/docs/tools/c")'
    const html = make({ ...tools, 'docs/one.md': text, 'docs/reference.md': '# Reference' }).pages.find(
      ({ source }) => source === 'docs/one.md',
    )?.html
    expect(html).toContain('<a href="/docs/tools/a">a</a> <a href="/docs/reference">c</a>')
  })

  it('shows markup as text, and runs none of it', () => {
    const { html } = one('# One\n\nLead.\n\n<img src=x onerror=alert(1)> and `<b>`\n\n<script>alert(1)</script>')
    expect(html).not.toMatch(/<(?:img|script|b)\b/)
    expect(html).toContain('&lt;script&gt;')
  })

  it('shows code with a caption, marked lines and Copy; output has no Copy, and its glyphs are drawn', () => {
    const yaml = one('# One\n\nLead.\n\n```yaml ci.yml mark=2-3\na: 1\nb: 2\nc: 3\nd: 4\n```').html
    expect(yaml).toContain('<span>ci.yml</span><button type="button"')
    expect(yaml.replaceAll(/<\/?span[^>]*>/g, '')).toMatch(/a: 1\n<mark>b: 2\nc: 3<\/mark>d: 4/)
    const text = one('# One\n\nLead.\n\n```text\n● <b>\n```').html
    expect(text).not.toContain('<button')
    expect(text).toMatch(/<span class="sign"><svg[^]* &lt;b&gt;/)
  })

  it('shows needs as a list, notes as notes, and pictures with their size', () => {
    const { html, pictures } = one(
      '# One\n\nLead.\n\n**You need** git · a `shell`\n\n> [!NOTE]\n> Careful.\n\n![A map](images/map.png)',
    )
    expect(html).toContain('<ul><li>git</li><li>a <code>shell</code></li></ul>')
    expect(html).toMatch(/class="noteb">[^]*<p>Careful\.<\/p>/)
    expect(html).toContain('<img src="/docs/images/map.png" alt="A map" width="4" height="3"')
    expect(pictures).toEqual(['docs/images/map.png'])
  })

  it('says that its commands are tested if all of them are', () => {
    const commands = '# One\n\n```sh\nnetbox list\n```\n'
    expect(one(commands).isRun).toBe(true)
    expect(one(`${commands}\n<!-- not run: needs root -->\n\n\`\`\`sh\nrm\n\`\`\``).isRun).toBe(false)
    expect(one('# One\n\nWords.').isRun).toBe(false)
  })
})
