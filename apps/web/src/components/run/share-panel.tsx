import type { ToolRun } from '@netbox/core'
import { useEffect, useId, useRef } from 'react'
import { copyAndSay } from '../../lib/copy-and-say.ts'
import { runTexts, toolRunNotices } from '../../texts/run-stages.ts'
import { isTooLong, type RunAddress, runPath } from '../../lib/share-link.ts'
import { shellCommand, WORLD_FILE, shellWord } from '../../lib/shell-command.ts'
import * as styles from './report-actions.module.css'
import * as buttonStyles from '../ui/button.module.css'
import * as field from '../ui/field.module.css'

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

const Row = ({ name, text }: { readonly name: string; readonly text: string }) => {
  const id = useId()
  const lines = text.split('\n').length
  const shared = { id, className: field.input, readOnly: true, value: text, spellCheck: false }
  return (
    <div className={styles.shareRow}>
      <label htmlFor={id}>{name}</label>
      {lines > 1 ? <textarea {...shared} wrap="off" rows={Math.min(lines, MOST_ROWS)} /> : <input {...shared} />}
      <button
        type="button"
        className={`${buttonStyles.btn} sm`}
        aria-label={runTexts.copyOf(name)}
        onClick={() => void copyAndSay(text, toolRunNotices)}
      >
        {runTexts.copyOf('').trim()}
      </button>
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
      className={styles.share}
      aria-label={runTexts.shareRun}
      tabIndex={-1}
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
    >
      <h3>{runTexts.shareRun}</h3>
      <p className="sm muted">{runTexts.shareWhy}</p>
      {isTooLong(run) ? <p>{runTexts.linkTooLongToShare}</p> : <Row name={runTexts.link} text={asLink(run, origin)} />}
      <Row name={runTexts.command} text={shellCommand(run)} />
      <Row name={runTexts.library} text={asLibraryCall(run)} />
      <Row name={runTexts.curl} text={asCurl(run, origin)} />
      {run.world === undefined ? null : (
        <Row name={`${runTexts.worldFile} ${WORLD_FILE}`} text={JSON.stringify(run.world, null, 2)} />
      )}
    </section>
  )
}
