import { toasts, toCsv } from '@netbox/product'
import { useEffect, useRef, useState } from 'react'
import { failureOf } from '../../lib/failure.ts'
import { saveFile } from '../../lib/save-file.ts'
import { toast } from '../../lib/toasts.ts'
import { loadViewerApi } from '../../lib/viewer.ts'
import { EXPORT_PAGE, readForExport } from '../../lib/read-for-export.ts'
import { type Filter, readHistory } from './use-history.ts'

/** The progress of an export, or its outcome. */
export type ExportState =
  | { readonly phase: 'idle' }
  | { readonly phase: 'reading'; readonly done: number; readonly all: number }
  | { readonly phase: 'saved'; readonly count: number }
  | { readonly phase: 'stopped' }
  | { readonly phase: 'failed'; readonly message: string }

const readAll = async (filter: Filter, signal: AbortSignal, onRead: (done: number, all: number) => void) => {
  const api = await loadViewerApi()
  return readForExport(async (page) => readHistory(api, { filter, page, limit: EXPORT_PAGE, signal }), onRead)
}

/** Saves the results as a file: all pages are read first, so no incomplete file is written. */
export const useExport = (filter: Filter, total: number) => {
  const [state, setState] = useState<ExportState>({ phase: 'idle' })
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])
  const save = async (): Promise<void> => {
    if (running.current !== undefined) return
    const control = new AbortController()
    running.current = control
    const show = (next: ExportState): void => {
      if (!control.signal.aborted) setState(next)
    }
    show({ phase: 'reading', done: 0, all: total })
    try {
      const found = await readAll(filter, control.signal, (done, all) => show({ phase: 'reading', done, all }))
      // The last page may have arrived after the stop.
      if (control.signal.aborted) return
      const { fileName, text } = toCsv(found, { date: new Date() })
      saveFile(fileName, text, 'text/csv')
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
  return { state, save: () => void save(), stop }
}
