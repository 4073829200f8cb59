import { useEffect, useState } from 'react'
import { loadCode } from '../../lib/page/load-code.ts'
import type { Replay } from './replay-link.ts'

/** Repeats the run of a link and returns its state; `null` if its code can't be loaded. */
export const useReplay = (path: string | undefined, state?: unknown): Replay | null | undefined => {
  const [made, setMade] = useState<{ readonly path: string; readonly replay: Replay | null }>()
  useEffect(() => {
    if (path === undefined) return undefined
    let isWanted = true
    const make = async () => (await import('./replay-link.ts')).replayLink(path, state)
    loadCode(make).then(
      (replay) => isWanted && setMade({ path, replay }),
      () => isWanted && setMade({ path, replay: null }),
    )
    return () => {
      isWanted = false
    }
    // The history state changes only together with the path.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [path])
  return made?.path === path ? made?.replay : undefined
}
