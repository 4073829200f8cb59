import type { Tool } from '@netbox/core'
import type { ResponseOf } from '@netbox/contract'
import { useEffect } from 'react'
import { QuestionHead } from '../../components/ui/page-head.tsx'
import { loadOnce } from '../../lib/page/load-once.ts'
import { createStore } from '../../lib/page/store.ts'
import { homeTexts } from '../../texts/tool-run.ts'

/** The placeholder until the visitor's address is known (RFC 5737). */
const PLACEHOLDER = '203.0.113.42'

const address = createStore(PLACEHOLDER)

const isAnswer = (value: unknown): value is ResponseOf<'ip.get'> =>
  typeof value === 'object' && value !== null && 'ip' in value && typeof value.ip === 'string'

// Uses `fetch`, because every page would have to load the API client for this one call.
const askAddress = loadOnce(async () => {
  try {
    const response = await fetch('/api/ip')
    const answer: unknown = response.ok ? await response.json() : undefined
    if (isAnswer(answer)) address.set(answer.ip)
  } catch {
    // If the service can't be reached, the placeholder stays.
  }
})

/** Returns the visitor's address: a placeholder first, the real one after the service has answered. */
const useAddress = (): string => {
  useEffect(() => {
    void askAddress()
  }, [])
  return address.use()
}

/** Greets visitors with their IP address. */
export const Greeting = ({ className }: { readonly className: string }) => (
  <p className={`flex flex-wrap items-baseline gap-2 text-ui text-ink-2 ${className}`}>
    {homeTexts.greeting} <b className="font-mono font-medium text-ink">{useAddress()}</b>
  </p>
)

/** The top of a tool's page: the question that it answers. */
export const ToolHero = ({ tool }: { readonly tool: Tool }) => (
  <QuestionHead title={tool.question} lede={tool.description}>
    <Greeting className="mb-1.5" />
  </QuestionHead>
)
