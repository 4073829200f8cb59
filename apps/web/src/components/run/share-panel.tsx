import type { ToolRun } from '@netbox/core'
import { useEffect, useId, useRef } from 'react'
import { copyText } from '../../lib/copy-text.ts'
import { toast } from '../../lib/toasts.ts'
import { toolRunNotices, toolRunTexts } from '../../texts/tool-run.ts'
import { shellCommand } from '../../lib/shell-command.ts'
import { asCurl, asLibraryCall, asLink } from './share-texts.ts'

const copy = async (text: string): Promise<void> => {
  if (await copyText(text)) toast('pass', toolRunNotices.copied)
  else toast('warning', toolRunNotices.notCopied)
}

const Row = ({ name, text }: { readonly name: string; readonly text: string }) => {
  const id = useId()
  const lines = text.split('\n').length
  const shared = { id, className: 'input', readOnly: true, value: text, spellCheck: false }
  return (
    <div className="share-row">
      <label htmlFor={id}>{name}</label>
      {lines > 1 ? <textarea {...shared} wrap="off" rows={lines} /> : <input {...shared} />}
      <button type="button" className="btn sm" aria-label={toolRunTexts.copyOf(name)} onClick={() => void copy(text)}>
        {toolRunTexts.copyOf('').trim()}
      </button>
    </div>
  )
}

interface SharePanelProps {
  readonly run: ToolRun
  readonly id: string
  readonly onClose: () => void
}

/** The ways to take a run along: a link, a command, a call, a request. */
export const SharePanel = ({ run, id, onClose }: SharePanelProps) => {
  const panel = useRef<HTMLElement>(null)
  useEffect(() => {
    panel.current?.focus({ preventScroll: true })
    panel.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  const { origin } = location
  return (
    <section
      id={id}
      ref={panel}
      className="share"
      aria-label={toolRunTexts.shareRun}
      tabIndex={-1}
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
    >
      <h3>{toolRunTexts.shareRun}</h3>
      <p className="sm muted">{toolRunTexts.shareWhy}</p>
      <Row name={toolRunTexts.link} text={asLink(run, origin)} />
      <Row name={toolRunTexts.command} text={shellCommand(run)} />
      <Row name={toolRunTexts.library} text={asLibraryCall(run)} />
      <Row name={toolRunTexts.curl} text={asCurl(run, origin)} />
    </section>
  )
}
