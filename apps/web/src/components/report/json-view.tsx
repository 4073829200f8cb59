import { resultFileName, type ToolRun } from '@netbox/core'
import { labels, toasts } from '@netbox/product'
import { useMemo } from 'react'
import { copyAndSay } from '../../lib/copy-and-say.ts'
import { saveFile } from '../../lib/save-file.ts'
import { toolRunNotices } from '../../texts/run-stages.ts'
import { CopyGlyph, DownloadGlyph } from '../ui/glyphs/action-glyphs.tsx'
import { runJson } from './report-views.ts'
import { reportTexts } from '../../texts/report.ts'
import * as styles from './report.module.css'
import * as buttonStyles from '../ui/button.module.css'

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

const colors = { key: styles.jKey, string: styles.jString, number: styles.jNumber, word: styles.jWord } as const

/** Shows the whole run as JSON, in a region that also scrolls by keyboard. */
export const JsonView = ({ run }: { readonly run: ToolRun }) => {
  const json = runJson(run)
  const tokens = useMemo(() => jsonTokens(json), [json])
  return (
    <div className={`${styles.sec} ${styles.view}`}>
      <div className={styles.acts}>
        <button type="button" className={`${buttonStyles.btn} sm`} onClick={() => void copyAndSay(json, words)}>
          <CopyGlyph />
          {reportTexts.copyJson}
        </button>
        <button
          type="button"
          className={`${buttonStyles.btn} sm`}
          onClick={() => saveFile(resultFileName(run).replace(/\.txt$/, '.json'), `${json}\n`, 'application/json')}
        >
          <DownloadGlyph />
          {reportTexts.downloadJson}
        </button>
      </div>
      <section
        className={styles.plain}
        aria-label={`${reportTexts.json}: ${labels.analysisOutput(run.input)}`}
        // A scrolling region must be reachable by keyboard.
        tabIndex={0}
      >
        <pre>
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
    </div>
  )
}
