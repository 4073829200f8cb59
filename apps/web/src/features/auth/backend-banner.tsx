import { backendBanner } from '@netbox/product'
import { NodeLine, type LineNode } from '../../components/stages/node-line.tsx'
import { Button } from '../../components/ui/button.tsx'
import { RetryGlyph } from '../../components/ui/glyphs/line-glyphs.tsx'
import { Mark, Status, AbsentGlyph } from '../../components/ui/glyphs/status-glyph.tsx'
import { useNow } from '../../lib/page/time.ts'
import { authTexts } from '../../texts/auth.ts'
import {
  type BackendStatus,
  checkBackend,
  directPort,
  directUrl,
  faultOf,
  isReachable,
  type Probe,
  RELATIVE_URL,
  useBackendStatus,
} from './backend-status.ts'

const { banner } = authTexts
const { facts } = banner

const factsOf = (status: BackendStatus): readonly (readonly [name: string, value: string])[] => {
  if (status.kind === 'checking') return Object.values(facts).map((name) => [name, banner.unknown])
  const { relative, direct } = status.probes
  const answer = (probe: Probe | undefined) => {
    if (probe === undefined) return banner.unknown
    return isReachable(probe) ? banner.yes : banner.no
  }
  return [
    [facts.url, new URL(RELATIVE_URL, location.origin).href],
    [facts.environment, import.meta.env.MODE],
    [facts.timestamp, new Date(status.at).toISOString()],
    [facts.proxyWorks, answer(relative)],
    [facts.directWorks, answer(direct)],
    [facts.directUrl, directUrl(location)],
  ]
}

/** Details for operators if a visitor can't connect (spec §3), folded. */
const BackendFacts = ({ status }: { readonly status: BackendStatus }) => (
  <details className="mt-2 text-xs text-ink-3">
    <summary className="w-fit cursor-pointer py-1">{banner.diagnostics}</summary>
    <dl className="grid gap-1 pt-1.5 pb-1">
      {factsOf(status).map(([name, value]) => (
        <div key={name} className="grid grid-cols-[160px_minmax(0,1fr)] gap-x-3 max-sm:grid-cols-1">
          <dt>{name}</dt>
          <dd className="font-mono text-ink-2 wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  </details>
)

const saidBy = (probe: Probe | undefined): string => {
  if (probe === undefined) return banner.checking
  return probe.kind === 'silent' ? banner.silent : banner.answered(probe.status, probe.milliseconds)
}

const nodesOf = (status: BackendStatus): readonly LineNode[] => {
  if (status.kind === 'checking') {
    const waiting = { state: 'absent', said: banner.checking } as const
    return [
      { name: banner.browser, ...waiting },
      { name: banner.proxy, ...waiting },
      // The prerendered page doesn't know its port.
      { name: banner.service, ...waiting },
    ]
  }
  const { relative, direct } = status.probes
  const isOnline = navigator.onLine || isReachable(relative)
  // Behind a proxy, the service's own port is usually closed to browsers, which is not a problem.
  const isConnected = status.kind === 'connected'
  const directState = isConnected || direct === undefined ? 'absent' : 'broken'
  const isHidden = isConnected && direct?.kind === 'silent'
  return [
    { name: banner.browser, state: isOnline ? 'well' : 'broken', said: isOnline ? banner.online : banner.offline },
    { name: banner.proxy, state: isReachable(relative) ? 'well' : 'broken', said: saidBy(relative) },
    {
      name: banner.api(directPort(location)),
      state: isReachable(direct) ? 'well' : directState,
      said: isHidden ? banner.behindProxy : saidBy(direct),
    },
  ]
}

const STEP = 5000

/** Describes a time in the past, in steps of five seconds and then of minutes. */
export const agoText = (milliseconds: number): string => {
  const seconds = Math.floor(Math.max(0, milliseconds) / STEP) * (STEP / 1000)
  if (seconds === 0) return banner.justNow
  return seconds < 60 ? banner.seconds(seconds) : banner.minutes(Math.floor(seconds / 60))
}

const CheckedAgo = ({ at }: { readonly at: number }) => {
  const now = useNow(STEP)
  return <span className="quiet xs">{agoText(now - at)}</span>
}

const Word = ({ kind }: Pick<BackendStatus, 'kind'>) => {
  if (kind === 'connected') return <Status severity="pass">{backendBanner.connected}</Status>
  if (kind === 'disconnected') return <Status severity="critical">{backendBanner.disconnected}</Status>
  return (
    <Mark className="text-ink-3" glyph={<AbsentGlyph />}>
      {backendBanner.checking}
    </Mark>
  )
}

/** Shows whether the service responds, and where the connection is broken. */
export const BackendBanner = () => {
  const status = useBackendStatus()
  return (
    <div className="border border-rule-2 bg-sheet px-4 pt-3 pb-2.5" data-backend>
      <div className="mb-3 flex justify-between gap-3 whitespace-nowrap">
        <div role="status">
          <Word kind={status.kind} />
          {status.kind === 'disconnected' ? (
            <p className="mt-1 text-sm whitespace-normal">{faultOf(status.probes)}</p>
          ) : null}
        </div>
        {status.kind === 'checking' ? null : <CheckedAgo key={status.at} at={status.at} />}
      </div>
      <NodeLine className="max-sm:[&_span]:min-h-[2.8em]" nodes={nodesOf(status)} />
      {status.kind === 'disconnected' ? (
        <Button isSmall className="mt-3" onClick={checkBackend}>
          <RetryGlyph />
          {backendBanner.retry}
        </Button>
      ) : null}
      <BackendFacts status={status} />
    </div>
  )
}
