import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { WorldDocument } from '@netbox/core'
import { zoneFaults } from '@netbox/core/dns'
import { afterAll, expect, it } from 'vitest'
import { obstacle, shell } from './support/namespaces.ts'
import { hasPrograms } from './support/programs.ts'

/* unbound, which validates from the root, and delv judge zones with each fault of DNSSEC. */

const folder = mkdtempSync(join(tmpdir(), 'netbox-'))
afterAll(() => rmSync(folder, { recursive: true }))

const compare = fileURLToPath(new URL('support/compare-with-unbound.sh', import.meta.url))
const faults = Object.entries(zoneFaults)
const world: WorldDocument = {
  domains: Object.fromEntries(
    faults.map(([fault]) => [`${fault}.example`, { dnssec: fault as keyof typeof zoneFaults }]), // The cast is safe: a key of the table.
  ),
}

it.skipIf(obstacle !== undefined || !hasPrograms(['unbound', 'dig', 'delv']))(
  'resolvers give zones with a fault the same answers, and netbox says why',
  async () => {
    const names = [...faults.map(([fault]) => `${fault}.example`), 'missing.qzvx.nsec-missing.example']
    const known = ['valid', 'rrsig-exp-a']
    names.push(...known.map((name) => `${name}.extended-dns-errors.com`), 'dnssec-failed.org', 'sigok.ippacket.stream')
    const questions = join(folder, 'questions')
    writeFileSync(questions, names.map((name) => `${name} A\n`).join(''))
    const { output } = await shell(`bash ${compare} ${questions}`, { world })
    expect(output.trim().split('\n')).toEqual(names.map((name) => `same ${name} A`))

    const asked = faults.map(([fault, { state }]) => `${state === 'secure' ? 'missing.qzvx.' : ''}${fault}.example`)
    const script = [
      `for name in ${asked.join(' ')}; do`,
      '  dig +dnssec $name A | sed -nE "s/^; EDE: ([0-9]+).*/\\1/p"',
      '  delv $name A 2>&1 | sed -nE "s/^;; resolution failed: (.*)/\\1/p;s/^; (unsigned answer|fully validated)$/\\1/p"',
      '  dig +cd $name A | sed -nE "s/.*status: ([A-Z]+).*/\\1/p"',
      'done',
      // Without EDNS, the keys of the root don't fit, as in the real one.
      'dig +noedns +ignore . DNSKEY | sed -nE "s/^;; flags: ([a-z ]*);.*/\\1/p"',
    ]
    const lines = (await shell(script.join('\n'), { world })).output.trim().split('\n')
    expect(lines.pop()).toBe('qr tc rd ra ad')
    const verdicts = Object.fromEntries(faults.map(([fault], index) => [fault, lines.slice(index * 3, index * 3 + 3)]))
    for (const [fault, { state, extendedError }] of faults) {
      const [error, verdict = '', unchecked] = verdicts[fault] ?? []
      expect(`${fault} ${error}`).toBe(`${fault} ${extendedError}`)
      expect(unchecked).toBe(state === 'secure' ? 'NXDOMAIN' : 'NOERROR')
      if (state === 'insecure') expect(verdict).toBe('unsigned answer')
      else expect(`${fault} ${verdict}`).not.toContain('validated')
    }
  },
)
