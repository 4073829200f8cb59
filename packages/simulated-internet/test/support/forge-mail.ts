import type { SimulatedResolver } from '../../src/index.ts'

/** A message with the data that an independent verifier needs. */
export interface ForgedMail {
  readonly kind: string
  readonly isForged: boolean
  readonly headers: string
  /** The addresses of the From field. */
  readonly from: readonly string[]
  readonly fromFields: number
  /** The address of the delivering server. */
  readonly address: string
  readonly helo: string
  /** The envelope sender; empty in a bounce. */
  readonly sender: string
  /** The domains of signatures that may be valid: their key exists, or its lookup fails. */
  readonly signers: readonly string[]
}

interface Plan extends Pick<ForgedMail, 'kind' | 'address' | 'helo' | 'sender'> {
  readonly from: readonly string[]
  readonly signer?: string
  /** Whether a signature uses a selector that no domain has. */
  readonly isUnknownKey?: boolean
  readonly more?: string
}

const RECIPIENT = 'mx1.inbox.example'
const NOBODY = '192.0.2.25'
const WHEN = 'Thu, 1 Jan 2026 00:00:00 +0000'

/** Received lines in the formats of five mail servers. */
const LINES: readonly ((helo: string, address: string) => string)[] = [
  (helo, address) =>
    `from ${helo} (unknown [${address.includes(':') ? 'IPv6:' : ''}${address}])\n\t(using TLSv1.3 with cipher TLS_AES_256_GCM_SHA384 (256/256 bits))\n\tby ${RECIPIENT} (Postfix) with ESMTPS id 4X; ${WHEN} (UTC)`,
  (helo, address) =>
    `from [${address}] (port=4711 helo=${helo})\n\tby ${RECIPIENT} with esmtp (Exim 4.97) id 1rK; ${WHEN}`,
  (helo, address) =>
    `from ${helo} (${address}) by ${RECIPIENT} (10.9.8.7) with Microsoft SMTP Server (version=TLS1_2) id 15.1; ${WHEN}`,
  (helo, address) => `from unknown (HELO ${helo}) (${address}) by ${RECIPIENT} with SMTP; 1 Jan 26 00:00:00 GMT`,
  (helo, address) =>
    `from ${helo} (${helo}. [${address}]) by ${RECIPIENT} with ESMTPS id a1 (version=TLS1_3 bits=128/128); Wed, 31 Dec 2025 16:00:00 -0800 (PST)`,
]

const SELECTORS = ['s1', 'mail', 'default', 'k2026']

/** Returns the selector and signature for a key of the domain, with a realistic length; undefined if the domain has no key. */
const signatureOf = async ({ resolveTxt }: SimulatedResolver, domain: string) => {
  for (const selector of SELECTORS) {
    const [record] = await resolveTxt(`${selector}._domainkey.${domain}`).catch(() => [])
    const key = record?.join('').split('p=')[1]
    if (key !== undefined) return { selector, b: key.length > 300 ? `${'A'.repeat(342)}==` : `${'A'.repeat(171)}=` }
  }
  return undefined
}

const write = async (patient: SimulatedResolver, plan: Plan, line: number): Promise<ForgedMail> => {
  const { kind, address, helo, sender, from, signer, isUnknownKey = false, more = '' } = plan
  const known = signer === undefined || isUnknownKey ? undefined : await signatureOf(patient, signer)
  const { selector, b } = known ?? { selector: 'nobody', b: 'AAAA' }
  const headers = [
    `Return-Path: <${sender}>`,
    'Received: from mx1.inbox.example (localhost [127.0.0.1]) by store.inbox.example with LMTP id 7; yesterday',
    `Received: ${LINES[line % LINES.length]?.(helo, address)}`,
    ...(signer === undefined
      ? []
      : [`DKIM-Signature: v=1; a=rsa-sha256; d=${signer}; s=${selector}; h=from:to;\n bh=${'A'.repeat(43)}=; b=${b}`]),
    ...(more === '' ? [] : [more]),
    ...from.map((field) => `From: ${field}`),
    'Subject: Hello',
  ].join('\n')
  const addresses = from.flatMap((field) => field.split(', '))
  return {
    kind,
    isForged: /^(?:forged|wrong)/.test(kind),
    headers,
    from: addresses,
    fromFields: from.length,
    address,
    helo,
    sender,
    signers: known === undefined || signer === undefined ? [] : [signer],
  }
}

/**
 * Returns the name and address of a mail server of a domain, from which the domain also sends mail. `line` selects one of several. A name
 * that is a dangling alias has no address.
 */
const serverOf = async ({ resolveMx, resolve4, resolve6 }: SimulatedResolver, domain: string, line: number) => {
  const exchanges = await resolveMx(domain).catch(() => [])
  const helo = exchanges[line % exchanges.length]?.exchange ?? domain
  const old = await resolve4(helo).catch(() => [])
  const long = await resolve6(helo).catch(() => [])
  return { helo, address: (line % 3 === 0 ? long[0] : undefined) ?? old[0] ?? NOBODY }
}

/** Creates genuine and forged messages from a domain. `patient` is a resolver with enough tries to get every answer. */
export const forgeMails = async (patient: SimulatedResolver, domain: string, line: number): Promise<ForgedMail[]> => {
  const own = await serverOf(patient, domain, line)
  const forger = 'forger.example'
  const theirs = await serverOf(patient, forger, line)
  const lookalike = domain.replace(/[aeiou]/, '0')
  const ana = `ana@${domain}`
  const genuine = { ...own, sender: ana, from: [`Ana <${ana}>`] }
  const wrong = { ...genuine, address: NOBODY, helo: 'mx1.forger.example' }
  const real = `Received: from ${own.helo} ([${own.address}]) by ${RECIPIENT} with ESMTPS; ${WHEN}`
  const plans: Plan[] = [
    { kind: 'genuine', ...genuine },
    { kind: 'genuine, signed', ...genuine, signer: domain },
    { kind: 'bounce', ...genuine, sender: '' },
    { kind: 'envelope below the author', ...genuine, sender: `bounce@news.${domain}` },
    { kind: 'author below the envelope', ...genuine, from: [`ana@a.news.${domain}`] },
    { kind: 'forged From', ...theirs, sender: `x@${forger}`, from: [ana] },
    { kind: 'forged From, signed by the forger', ...theirs, sender: `x@${forger}`, from: [ana], signer: forger },
    { kind: 'forged envelope', ...genuine, from: [`x@${forger}`] },
    { kind: 'wrong address', ...wrong },
    { kind: 'wrong address, real line below', ...wrong, more: real },
    {
      kind: 'wrong address, claims',
      ...wrong,
      more: 'Authentication-Results: mx1.inbox.example; spf=pass; dmarc=pass',
    },
    { kind: 'wrong address, signed', ...wrong, signer: domain },
    { kind: 'wrong address, unknown key', ...wrong, signer: domain, isUnknownKey: true },
    { kind: 'wrong address, signed below the author', ...wrong, signer: `news.${domain}` },
    { kind: 'lookalike', ...own, sender: `ana@${lookalike}`, from: [`"${ana}" <ana@${lookalike}>`] },
    { kind: 'missing domain', ...genuine, sender: 'ana@mail.invalid', from: ['ana@mail.invalid'] },
    { kind: 'two From fields', ...genuine, from: [ana, ana] },
    { kind: 'two domains in From', ...genuine, from: [`${ana}, x@${forger}`] },
  ]
  return Promise.all(plans.map(async (plan, index) => write(patient, plan, line + index)))
}
