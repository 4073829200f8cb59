import { resultFileName, type ToolRun } from '@netbox/core'
import { labels, toasts } from '@netbox/product'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Link } from 'wouter'
import { copyAndSay, toast } from '../../lib/page/toasts.ts'
import { saveFile } from '../../lib/page/clipboard.ts'
import {
  comparePath,
  isTooLong,
  type RunAddress,
  runPath,
  shellCommand,
  shellWord,
  WORLD_FILE,
} from '../../lib/runs/run-links.ts'
import { runTexts, toolRunNotices } from '../../texts/tool-run.ts'
import { runText } from '../report/json-view.tsx'
import { Button, TextButton } from '../ui/button.tsx'
import { TextArea, TextField } from '../ui/field.tsx'
import { CopyGlyph, DownloadGlyph, ShareGlyph } from '../ui/glyphs/line-glyphs.tsx'

/** Writes a run as a call to the library. */
export const asLibraryCall = ({ tool, input, seed, scenario, at, world }: RunAddress): string =>
  [
    `import { createToolbox } from '@netbox/core'`,
    `const box = createToolbox(${JSON.stringify({ seed, scenario, at, world })})`,
    `const run = await box.run(${JSON.stringify(tool)}, ${JSON.stringify(input)})`,
  ].join('\n')

/** Writes a run as a request to a site's HTTP API. */
export const asCurl = ({ tool, input, seed, scenario, at, world }: RunAddress, origin: string): string =>
  [
    `curl ${shellWord(`${origin}/api/tools/${tool}/run`)}`,
    `-H "Authorization: Bearer $NETBOX_TOKEN"`,
    `-H 'Content-Type: application/json'`,
    `-d ${shellWord(JSON.stringify({ input, seed, scenario, at, world }))}`,
  ].join(' \\\n  ')

/** Writes the link to a run. */
export const asLink = (run: RunAddress, origin: string): string => `${origin}${runPath(run)}`

// Longer texts scroll.
const MOST_ROWS = 12

// On wide screens, the name of a field is on its left.
const ROW = `grid gap-x-3 gap-y-1 md:grid-cols-[minmax(0,1fr)_auto] md:items-center [&_input]:text-sm [&_input]:text-ellipsis [&_textarea]:resize-none [&_textarea]:text-sm [&_textarea]:whitespace-pre
  md:[&>div]:grid md:[&>div]:grid-cols-[7rem_minmax(0,1fr)] md:[&>div]:items-center md:[&>div>p]:col-start-2`

interface RowProps {
  readonly name: string
  readonly text: string
  readonly hint?: string
}

const Row = ({ name, text, hint }: RowProps) => {
  const lines = text.split('\n').length
  const shared = { label: name, hint, isMono: true, readOnly: true, value: text, spellCheck: false }
  return (
    <div className={ROW}>
      {lines > 1 ? <TextArea {...shared} wrap="off" rows={Math.min(lines, MOST_ROWS)} /> : <TextField {...shared} />}
      <Button
        isSmall
        className="min-w-24"
        aria-label={runTexts.copyOf(name)}
        onClick={() => void copyAndSay(text, toolRunNotices)}
      >
        {runTexts.copyOf('').trim()}
      </Button>
    </div>
  )
}

interface SharePanelProps {
  readonly run: ToolRun
  readonly id: string
  readonly onClose: () => void
}

/** The ways to share a run: a link, a command, a call, a request. */
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
      className="grid gap-3 border border-t-0 border-rule bg-sheet px-6 py-5 max-md:px-4 print:hidden"
      aria-label={runTexts.shareRun}
      tabIndex={-1}
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
    >
      <h3 className="text-lg">{runTexts.shareRun}</h3>
      <p className="sm muted">{runTexts.shareWhy}</p>
      {isTooLong(run) ? <p>{runTexts.linkTooLongToShare}</p> : <Row name={runTexts.link} text={asLink(run, origin)} />}
      <Row name={runTexts.command} text={shellCommand(run)} hint={runTexts.commandWhere} />
      <Row name={runTexts.library} text={asLibraryCall(run)} />
      <Row name={runTexts.curl} text={asCurl(run, origin)} />
      {run.world === undefined ? null : (
        <Row name={`${runTexts.worldFile} ${WORLD_FILE}`} text={JSON.stringify(run.world, null, 2)} />
      )}
    </section>
  )
}

const copyWords = { copied: toasts.copied, notCopied: toolRunNotices.notCopied }

const downloadReport = (run: ToolRun): void => {
  saveFile(resultFileName(run), runText(run))
  toast('pass', toasts.downloaded)
}

interface Again {
  readonly onAgain: () => void
  readonly onNewWorld: () => void
}

/**
 * Returns the actions on a report, and the panel that Share opens below it. `again` is absent if the page has its own way to run the tool
 * again.
 */
export const useReportActions = (
  run: ToolRun,
  again?: Again,
): { readonly actions: ReactNode; readonly panel: ReactNode } => {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const [isShared, setShared] = useState(false)
  const close = () => {
    setShared(false)
    button.current?.focus()
  }
  const actions = (
    <>
      {again === undefined ? null : (
        <div className="order-2 flex w-full gap-5 text-sm">
          <TextButton onClick={again.onAgain}>{runTexts.again}</TextButton>
          <TextButton onClick={again.onNewWorld}>{runTexts.inNewWorld}</TextButton>
          <Link href={comparePath(run)}>{runTexts.compareWith}</Link>
        </div>
      )}
      <div className="order-1 ml-auto flex gap-2 max-md:ml-0 max-md:grid max-md:w-full max-md:grid-cols-3" data-take>
        <Button isSmall onClick={() => void copyAndSay(runText(run), copyWords)}>
          <CopyGlyph />
          {labels.copy}
        </Button>
        <Button isSmall onClick={() => downloadReport(run)}>
          <DownloadGlyph />
          {labels.download}
        </Button>
        <Button
          isSmall
          aria-expanded={isShared}
          aria-controls={isShared ? id : undefined}
          ref={button}
          onClick={() => setShared(!isShared)}
        >
          <ShareGlyph />
          {runTexts.share}
        </Button>
      </div>
    </>
  )
  return { actions, panel: isShared ? <SharePanel run={run} id={id} onClose={close} /> : null }
}
