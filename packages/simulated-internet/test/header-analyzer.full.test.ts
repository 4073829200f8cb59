import { createToolbox, type ScenarioName, scenarios } from '@netbox/core'
import { FIXED_TIME } from '@netbox/core/testing'
import { dmarc } from 'mailauth/lib/dmarc/index.js'
import { spf } from 'mailauth/lib/spf/index.js'
import { describe, expect, it } from 'vitest'
import { createResolver, type SimulatedResolver } from '../src/index.ts'
import { forgeMails, type ForgedMail } from './support/forge-mail.ts'
import { isWhole } from './support/judged-worlds.ts'

/*
 * The tool header-analyzer and mailauth, which strictly follows RFC 7208 and RFC 9989, must agree about the same messages in the same
 * world. The test passes its data about a message to mailauth, whereas the tool reads the data from the headers. The resolver never gives
 * up, because a receiver that gets no answer defers the mail until it gets one.
 */
const SEEDS = isWhole ? 200 : 20
const SCENARIOS: readonly ScenarioName[] = isWhole
  ? scenarios.map(({ name }) => name)
  : ['random', 'dnssec-bogus', 'spf-permerror']
const DOMAINS = ['mail.example', 'shop.example', 'harbour.test', 'www.office.example', 'ledger.co.uk']

const resolverFor =
  ({ resolve }: SimulatedResolver) =>
  async (name: string, type: string) =>
    resolve(name, type as 'TXT') // mailauth handles the result of the type that it asks for

const judge = async (resolver: ReturnType<typeof resolverFor>, mail: ForgedMail) => {
  const { sender, address: ip, helo, from, fromFields, signers } = mail
  const sent = await spf({ sender, ip, helo, mta: 'mx1.inbox.example', resolver, strict: true })
  const { result } = sent.status
  const decide = async (spfDomains: string[], dkimDomains: readonly string[]) => {
    const decision = await dmarc({
      headerFrom: from.map((field) => field.replace(/^.*<(.*)>$/, '$1')),
      fromFields,
      spfDomains,
      dkimDomains: dkimDomains.map((domain) => ({ domain })),
      resolver,
      strict: true,
    })
    return decision === false ? 'permerror' : decision.status.result
  }
  // Headers don't show whether a signature is valid or a failed query would succeed. So mailauth decides twice: once as if all of these
  // fail, and once as if all pass.
  const passed = result === 'pass' ? [sent.domain] : []
  const least = await decide(passed, [])
  const most = await decide(result === 'temperror' ? [sent.domain] : passed, signers)
  return { spf: result, dmarc: least === most ? [least] : ['unknown', 'temperror'] }
}

describe('header-analyzer', () => {
  it.each(SCENARIOS)('agrees with mailauth about every mail and passes no forgery, in %s', async (scenario) => {
    let passed = 0
    for (let index = 0; index < SEEDS; index++) {
      const world = { seed: `judge-${index}`, scenario, at: FIXED_TIME }
      const box = createToolbox({ ...world, plan: 'enterprise' })
      const resolver = resolverFor(createResolver({ ...world, tries: 1000 }))
      const patient = createResolver({ ...world, validates: false, tries: 1000 })
      for (const mail of await forgeMails(patient, DOMAINS[index % DOMAINS.length] ?? '', index)) {
        const { result } = await box.run('header-analyzer', mail.headers)
        const judged = await judge(resolver, mail)
        const where = `seed ${world.seed}, ${mail.kind}\n${mail.headers}`
        expect(result.spf_result, where).toBe(judged.spf)
        expect(judged.dmarc, where).toContain(result.dmarc_result)
        if (result.dmarc_result !== 'pass') continue
        expect(mail.isForged, where).toBe(false)
        passed++
      }
    }
    // With bogus zones, DNS fails for every domain, so no mail passes.
    expect(passed > SEEDS).toBe(scenario !== 'dnssec-bogus')
  })
})
