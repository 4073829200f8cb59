import { authTexts } from '../../texts/auth.ts'
import { type BackendStatus, isReachable, type Probe } from './backend-status.ts'
import * as styles from './auth.module.css'

const { banner } = authTexts

type NodeState = 'well' | 'broken' | 'absent'

interface Node {
  readonly name: string
  readonly state: NodeState
  readonly said: string
}

const saidBy = (probe: Probe | undefined): string => {
  if (probe === undefined) return banner.checking
  return probe.kind === 'silent' ? banner.silent : banner.answered(probe.status, probe.milliseconds)
}

const nodesOf = (status: BackendStatus): readonly Node[] => {
  if (status.kind === 'checking') {
    const waiting = { state: 'absent', said: banner.checking } as const
    return [
      { name: banner.browser, ...waiting },
      { name: banner.proxy, ...waiting },
      { name: banner.api, ...waiting },
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
      name: banner.api,
      state: isReachable(direct) ? 'well' : directState,
      said: isHidden ? banner.behindProxy : saidBy(direct),
    },
  ]
}

/** The path to the service as a trace: this browser, the proxy, the service. */
export const BackendLine = ({ status }: { readonly status: BackendStatus }) => (
  <ol className={styles.backendLine}>
    {nodesOf(status).map(({ name, state, said }) => (
      <li key={name} data-state={state}>
        <i aria-hidden="true" />
        <b>{name}</b>
        <span>{said}</span>
      </li>
    ))}
  </ol>
)
