import { toasts } from '@netbox/product'
import { useEffect, useRef, useState } from 'react'
import { toast } from '../../lib/page/toasts.ts'
import { MOST_EXPORTED, readForExport, type ResultPage } from '../../lib/session/data.tsx'
import { failureOf } from '../../lib/session/requests.ts'
import { exportTexts as texts } from '../../texts/export.ts'
import { Button } from '../ui/button.tsx'
import { DownloadGlyph } from '../ui/glyphs/line-glyphs.tsx'
import { Status } from '../ui/glyphs/status-glyph.tsx'

/** The progress of an export, or its outcome. */
type ExportState =
  | { readonly phase: 'idle' }
  | { readonly phase: 'reading'; readonly done: number; readonly all: number }
  | { readonly phase: 'saved'; readonly count: number }
  | { readonly phase: 'stopped' }
  | { readonly phase: 'failed'; readonly message: string }

type ReadPage<Entry> = (page: number, signal: AbortSignal) => Promise<ResultPage<Entry>>

/** Reads all pages before it saves them, so no incomplete file is written. */
const useExport = <Entry extends { readonly id: string }>(read: ReadPage<Entry>, total: number) => {
  const [state, setState] = useState<ExportState>({ phase: 'idle' })
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])
  const start = async (save: (found: readonly Entry[]) => void): Promise<void> => {
    if (running.current !== undefined) return
    const control = new AbortController()
    const { signal } = control
    running.current = control
    const show = (next: ExportState): void => {
      if (!signal.aborted) setState(next)
    }
    show({ phase: 'reading', done: 0, all: total })
    try {
      const found = await readForExport(
        async (page) => read(page, signal),
        (done, all) => show({ phase: 'reading', done, all }),
      )
      // The last page may have arrived after the stop.
      if (signal.aborted) return
      save(found)
      show({ phase: 'saved', count: found.length })
      toast('pass', toasts.downloaded)
    } catch (error) {
      show({ phase: 'failed', message: failureOf(error).message })
    } finally {
      if (running.current === control) running.current = undefined
    }
  }
  const stop = (): void => {
    running.current?.abort()
    running.current = undefined
    setState({ phase: 'stopped' })
  }
  return { state, start, stop }
}

const Outcome = ({ state, total }: { readonly state: ExportState; readonly total: number }) => {
  if (state.phase === 'reading') return texts.reading(state.done, Math.min(state.all, MOST_EXPORTED))
  if (state.phase === 'saved') return texts.saved(state.count)
  if (state.phase === 'stopped') return texts.stopped
  if (state.phase === 'failed')
    return (
      <Status severity="critical">
        {texts.failed}
        {state.message === '' ? '.' : `: ${state.message}`}
      </Status>
    )
  return total > MOST_EXPORTED ? texts.limit(MOST_EXPORTED) : null
}

interface ExportBarProps<Entry> {
  /** Reads a page of the entries that match the filters. */
  readonly read: ReadPage<Entry>
  readonly total: number
  /** The label of each format, and the function that saves entries in it. */
  readonly formats: readonly (readonly [label: string, save: (found: readonly Entry[]) => void])[]
}

/** Saves the matching entries of a history as a file, and shows the progress. During the export, a button stops it. */
export const ExportBar = <Entry extends { readonly id: string }>({ read, total, formats }: ExportBarProps<Entry>) => {
  const { state, start, stop } = useExport(read, total)
  return (
    <div className="ml-auto flex flex-wrap items-center gap-x-3.5 gap-y-1.5 max-md:ml-0 max-md:w-full max-md:justify-between">
      <p className="sm muted empty:hidden [&>[data-status]]:whitespace-normal" role="status">
        <Outcome state={state} total={total} />
      </p>
      {state.phase === 'reading' ? (
        <Button isSmall onClick={stop}>
          {texts.stop}
        </Button>
      ) : (
        formats.map(([label, save]) => (
          <Button key={label} isSmall disabled={total === 0} onClick={() => void start(save)}>
            <DownloadGlyph />
            {label}
          </Button>
        ))
      )}
    </div>
  )
}
