import { resultFileName, type ToolRun, formatText, type Glyphs, glyphSets } from '@netbox/core'
import { labels, toasts } from '@netbox/product'
import { useMemo } from 'react'
import { copyAndSay } from '../../lib/page/toasts.ts'
import { saveFile } from '../../lib/page/clipboard.ts'
import { toolRunNotices } from '../../texts/tool-run.ts'
import { CopyGlyph, DownloadGlyph } from '../ui/glyphs/line-glyphs.tsx'
import { reportTexts } from '../../texts/report.ts'
import { Button } from '../ui/button.tsx'
import { Actions, sheetEdge } from './sheet.tsx'

// The site's fonts have these two glyphs. Other glyphs would come from a font of the device, and are rarely one column wide.
const { dot, dash } = glyphSets.unicode
/** The glyphs of a report as text. */
export const glyphs: Glyphs = { ...glyphSets.ascii, dot, dash }

/** Formats a run for the Text tab, Copy and Download, with glyphs that align in every font. */
export const runText = (run: ToolRun): string => formatText(run, { full: true, glyphs })

/** Formats a run for the JSON tab. */
export const runJson = (run: ToolRun): string => JSON.stringify(run, null, 2)

/** The kind of a JSON token. */
type JsonTokenKind = 'key' | 'string' | 'number' | 'word' | 'mark'

/** A piece of JSON with its kind; 'mark' is punctuation and space. */
interface JsonToken {
  readonly kind: JsonTokenKind
  readonly text: string
}

// Matches strings (with the colon of a key), numbers and keywords; any other text is punctuation or space.
const PIECE = /("(?:[^"\\]|\\.)*")(?=(\s*:)?)|(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)|(true|false|null)|[^"\-\dtfn]+|[^]/g

const kindOf = ([, text, colon, number, word]: RegExpExecArray): JsonTokenKind => {
  if (text !== undefined) return colon === undefined ? 'string' : 'key'
  if (number !== undefined) return 'number'
  return word === undefined ? 'mark' : 'word'
}

/** Splits any JSON text into highlighted pieces; joined, the pieces are the original text. */
export const jsonTokens = (text: string): JsonToken[] =>
  Array.from(text.matchAll(PIECE), (match) => ({ kind: kindOf(match), text: match[0] }))

const words = { copied: toasts.copied, notCopied: toolRunNotices.notCopied }

const colors = { key: 'text-signal', string: 'text-pass', number: 'text-warn', word: 'text-warn' } as const

/** The field of a run as text or JSON. */
export const PLAIN =
  'm-0 block max-h-[24rem] w-full resize-y overflow-auto rounded-md border border-control bg-well px-4 py-3.5 font-mono text-sm text-ink print:max-h-none'

interface JsonTextProps {
  readonly json: string
  /** The name of the region, for screen readers. */
  readonly label: string
}

/** Shows JSON with a color for each kind of value, in a region that also scrolls by keyboard. */
export const JsonText = ({ json, label }: JsonTextProps) => {
  const tokens = useMemo(() => jsonTokens(json), [json])
  return (
    // A scrolling region must be reachable by keyboard.
    <section className={PLAIN} aria-label={label} tabIndex={0}>
      <pre className="m-0 text-sm">
        {tokens.map(({ kind, text }, at) =>
          kind === 'mark' ? (
            text
          ) : (
            // The pieces of one text have no key except their order.
            // oxlint-disable-next-line react/no-array-index-key
            <span key={at} className={colors[kind]}>
              {text}
            </span>
          ),
        )}
      </pre>
    </section>
  )
}

/** Shows the whole run as JSON, to copy and to save. */
export const JsonView = ({ run }: { readonly run: ToolRun }) => {
  const json = runJson(run)
  return (
    <div className={`pt-5 pb-6 ${sheetEdge}`}>
      <Actions className="mb-2.5 justify-end">
        <Button isSmall onClick={() => void copyAndSay(json, words)}>
          <CopyGlyph />
          {reportTexts.copyJson}
        </Button>
        <Button
          isSmall
          onClick={() => saveFile(resultFileName(run).replace(/\.txt$/, '.json'), `${json}\n`, 'application/json')}
        >
          <DownloadGlyph />
          {reportTexts.downloadJson}
        </Button>
      </Actions>
      <JsonText json={json} label={`${reportTexts.json}: ${labels.analysisOutput(run.input)}`} />
    </div>
  )
}
