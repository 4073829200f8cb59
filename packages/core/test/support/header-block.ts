import { HEALTHY } from '../../src/world/decisions.ts'
import { FIXED_TIME } from '../../src/testing/fake-clock.ts'
import { headersInput } from '../../src/tools/email/header-analyzer/input.ts'
import { headerAnalyzerSimulation } from '../../src/tools/email/header-analyzer/header-analyzer.simulation.ts'
import type { Overrides } from '../../src/world/decisions.ts'
import { addressOf } from '../../src/world/hosts/hosts.ts'
import { exchangeRecordsOf } from '../../src/world/mail/mail.ts'
import { createWorld } from '../../src/world/world.ts'

export const healthy = HEALTHY

/** Runs the tool on a header block in a world. */
export const run = (text: string, overrides: Overrides = {}, seed = 'k3f9') => {
  const world = createWorld(seed, FIXED_TIME, overrides)
  const input = headersInput.parse(text)?.value ?? { block: new Map(), unread: [] }
  const result = headerAnalyzerSimulation.simulate(input, world)
  const report = headerAnalyzerSimulation.report(result, world, input)
  const codes = report.findings.map(({ code }) => code)
  const texts = report.findings.map(({ title, detail }) => `${title}. ${detail}`).join(' ')
  return { result, report, codes, texts }
}

/** Returns the address that sends mail of a domain. */
export const serverOf = (domain: string, overrides: Overrides = healthy, seed = 'k3f9'): string => {
  const world = createWorld(seed, FIXED_TIME, overrides)
  return addressOf(world, exchangeRecordsOf(world, domain)[0]?.exchange ?? '')
}

/** The differences from a genuine message of `mail.example`. */
export interface Mail {
  readonly from?: string
  readonly envelope?: string
  readonly helo?: string
  readonly address?: string
  readonly more?: string
}

/** Writes the headers of a message as the recipient's server records them. */
export const mailOf = ({
  from = 'ana@mail.example',
  envelope = 'ana@mail.example',
  helo = 'mx1.mail.example',
  address = serverOf('mail.example'),
  more = 'Subject: Hello',
}: Mail) => `Return-Path: <${envelope}>
Received: from ${helo} (${helo} [${address}]) by mx1.inbox.example (Postfix) with ESMTPS id 4Xy; Thu, 1 Jan 2026 08:00:07 +0000
From: ${from}
${more}`
