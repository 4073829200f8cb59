import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readAuthenticationResults } from '../src/protocols/authentication-results.ts'
import { canonicalNameOf } from '../src/foundation/names.ts'
import { evaluateSpf } from '../src/protocols/spf-evaluation.ts'
import { readTagList } from '../src/protocols/tag-list.ts'

/*
 * Mail libraries of Python read drawn texts: dkimpy tag lists, pyspf SPF records, authres Authentication-Results fields. netbox must read them alike. The full tests compare a sample, `npm run judges`
 * compares all.
 */

const isWhole = process.env['NETBOX_JUDGES'] === 'all'
const script = fileURLToPath(new URL('support/drawn-mail.py', import.meta.url))

/** Returns whether a library is installed. Prints a warning if not, and throws for the whole comparison. */
const hasLibrary = (library: string): boolean => {
  if (spawnSync('/usr/bin/python3', ['-c', `import ${library}`]).status === 0) return true
  const sentence = `Drawn texts about mail were NOT compared with ${library}: Debian has it in python3-${library}.`
  if (isWhole) throw new Error(sentence)
  console.warn(`\n${sentence}\n`)
  return false
}

/** Returns the same cases in each run: a sample, or all. */
const drawn = <Value>(cases: fc.Arbitrary<Value>, sample: number, whole: number): Value[] =>
  fc.sample(cases, { seed: 52, numRuns: isWhole ? whole : sample })

/** Returns what the library reads in each case. */
const judged = (kind: string, cases: readonly unknown[]): unknown[] => {
  const { stdout, stderr } = spawnSync('/usr/bin/python3', [script], {
    input: JSON.stringify({ [kind]: cases }),
    encoding: 'utf8',
    maxBuffer: 1e9,
  })
  expect(stderr).toBe('')
  // The cast is safe: the script writes a list for each kind.
  return (JSON.parse(stdout) as Record<string, unknown[]>)[kind] ?? []
}

const joined = (...parts: readonly fc.Arbitrary<string>[]): fc.Arbitrary<string> =>
  fc.tuple(...parts).map((texts) => texts.join(''))
const oneOf = (...texts: readonly string[]): fc.Arbitrary<string> => fc.constantFrom(...texts)

describe('netbox reads as the libraries of Python', () => {
  it.runIf(hasLibrary('dkim'))('tag lists, as dkimpy', () => {
    const blank = oneOf('', '', '', ' ', '\t', '  ')
    const name = oneOf('v', 'p', 'k', 't', 'k_1', 'a', 'x', 'P', '', '1', '"v', 'k rsa', ':', '\u00a0p')
    const value = oneOf('DKIM1', 'rsa', '', 'a b', 'x=y', '"', 'é', String.raw`x\ `)
    const part = fc.oneof(
      { weight: 6, arbitrary: joined(blank, name, blank, oneOf('=', '=', '=', '=', '', ':'), blank, value, blank) },
      blank,
    )
    const lists = fc.array(part, { minLength: 1, maxLength: 5 }).map((parts) => parts.join(';'))
    const cases = drawn(lists, 1000, 20_000).filter((text) => text.trim() !== '')
    const readings = judged('tags', cases)
    const differing = cases.filter((text, index) => {
      const { fault } = readTagList(text)
      // dkimpy checks only the first letter of a name.
      return fault?.includes("where '=' must be") !== true && (fault === undefined) !== readings[index]
    })
    expect(differing).toEqual([])
    expect(readings.filter((reading) => reading === true).length).toBeGreaterThan(cases.length / 10)
  })

  it.runIf(hasLibrary('spf'))('SPF records with any characters, and names with escapes, as pyspf', () => {
    const plain = ['shop.example', 'a+b.shop.example', 'ana.shop.example', "o'hara!.shop.example", 'mx.shop.example']
    const names = oneOf(...plain, 'A+B.Shop.Example', 'gone.example')
    const sign = oneOf('', '', '-', '~', '?')
    const odd = oneOf('\u00e9', 'x=\u00e9', 'a:\u00e9.shop.example', 'x=\ufffd', 'x=y', 'include:b\u00fccher.example')
    const sane = fc.oneof(
      joined(sign, oneOf('a:', 'exists:', 'include:', 'mx:'), names),
      joined(
        sign,
        oneOf('exists:%{l}.shop.example', 'a:%{l}.%{d}', 'a', 'mx', 'ip4:198.51.100.7', 'a:a%%b.shop.example'),
      ),
    )
    // Unknown modifiers may be repeated (RFC 7208, section 6), but not in pyspf.
    const terms = fc.uniqueArray(fc.oneof({ weight: 8, arbitrary: sane }, odd), {
      maxLength: 3,
      selector: (term) => term.slice(0, 2),
    })
    const record = fc
      .tuple(terms, oneOf('-all', '~all', ''))
      .map(([all, end]) => ['v=spf1', ...all, end].filter((term) => term !== '').join(' '))
    // pyspf refuses a record that includes itself before it evaluates the terms.
    const isCircular = ([domain, [text = '']]: readonly [string, readonly string[]]): boolean =>
      text.toLowerCase().includes(`include:${domain}`)
    const dictionary = <Value>(values: fc.Arbitrary<Value>) =>
      fc.dictionary(oneOf(...plain), fc.array(values, { minLength: 1, maxLength: 1 }))
    const zone = fc.record({
      TXT: dictionary(record),
      A: dictionary(oneOf('192.0.2.25', '198.51.100.7')),
      // Each mail server has an address: pyspf counts empty answers for those, and RFC 7208 counts terms.
      MX: dictionary(fc.constant('host.example')),
    })
    const clients = fc.tuple(
      fc.constant('192.0.2.25'),
      oneOf('a+b', 'ana', "o'hara!"),
      oneOf('shop.example', 'a+b.shop.example'),
    )
    const cases = drawn(fc.record({ zone, client: clients }), 1000, 10_000).map(({ zone: found, client }) => ({
      zone: {
        ...found,
        TXT: Object.fromEntries(Object.entries(found.TXT).filter((entry) => !isCircular(entry))),
        A: { ...found.A, 'host.example': ['192.0.2.25'] },
      },
      client,
    }))
    const readings = judged('spf', cases)
    const differing = cases.flatMap(({ zone: { TXT, A, MX }, client: [address, sender, domain] }, index) => {
      const at = (records: Readonly<Record<string, readonly string[]>>) => {
        const byName = new Map(Object.entries(records).map(([name, found]) => [canonicalNameOf(name), found]))
        return (name: string) => byName.get(name) ?? []
      }
      const dns = {
        text: at(TXT),
        exchanges: at(MX),
        addresses: (name: string, family: 'A' | 'AAAA') => (family === 'A' ? at(A)(name) : []),
        reverseNames: () => [],
      }
      const { result } = evaluateSpf(dns, { address, sender: `${sender}@${domain}`, domain, helo: domain })
      return result === readings[index]
        ? []
        : [{ result, judged: readings[index], TXT, A, MX, client: cases[index]?.client }]
    })
    expect(differing.slice(0, 3)).toEqual([])
    for (const result of ['pass', 'fail', 'permerror', 'none', 'neutral']) expect(readings).toContain(result)
  })

  it.runIf(hasLibrary('authres'))('Authentication-Results fields, as authres', () => {
    const blank = oneOf(
      '',
      '',
      ' ',
      ' (a comment)',
      '(nested (comment; spf=fail) end) ',
      String.raw` (an escape \) here) `,
      '\t',
    )
    const equals = joined(blank, oneOf('='), blank)
    const value = oneOf('ana@shop.example', '@shop.example', 'shop.example', 'a.b-c_d', 'x=y', 'a/b', '192.0.2.1')
    const property = joined(
      oneOf(' '),
      blank,
      oneOf('smtp.mailfrom', 'SMTP.MailFrom', 'header.d', 'header.i', 'header.b', 'policy.x'),
      equals,
      value,
    )
    const reason = joined(
      oneOf(' reason'),
      equals,
      oneOf('"because; of (this)"', 'token', '"spf=fail smtp.mailfrom=x"'),
    )
    const method = joined(
      oneOf('spf', 'dkim', 'DKIM', 'dmarc', 'iprev', 'x-arc.y', 'auth'),
      oneOf('', '', '', '/1', ' / 1'),
      equals,
      oneOf('pass', 'Fail', 'none', 'neutral', 'softfail', 'x-y'),
      oneOf('', ' '),
    )
    const properties = fc.array(property, { maxLength: 3 }).map((all) => all.join(''))
    // authres reads a quoted value only at the end of a result.
    const last = oneOf('', '', ' body.x = "a; (b)"')
    const result = joined(
      blank,
      method,
      fc.oneof({ weight: 3, arbitrary: fc.constant('') }, reason),
      properties,
      last,
      blank,
    )
    const results = fc.array(result, { minLength: 1, maxLength: 4 }).map((all) => all.join(';'))
    const server = joined(oneOf('mx.inbox.example', 'mx', 'x_y.example'), oneOf('', ' 1', ' (c) 1', ' 2'))
    const fields = joined(
      server,
      blank,
      oneOf(';'),
      fc.oneof({ weight: 9, arbitrary: results }, oneOf(' none', 'none (c)')),
    )
    const cases = drawn(fields, 300, 3000)
    const readings = judged('results', cases)
    const own = cases.map((field) =>
      readAuthenticationResults(field).results.map(({ method: name, version, result: found, properties: all }) => [
        name,
        version ?? null,
        found,
        [...all].toSorted(([one], [other]) => (one < other ? -1 : 1)),
      ]),
    )
    const differing = cases.flatMap((field, index) =>
      readings[index] === null || JSON.stringify(own[index]) === JSON.stringify(readings[index])
        ? []
        : [{ field, own: own[index], judged: readings[index] }],
    )
    expect(differing.slice(0, 3)).toEqual([])
    expect(readings.filter((reading) => reading !== null).length).toBeGreaterThan(cases.length / 2)
  })
})
