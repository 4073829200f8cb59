import { wrap } from '@netbox/core'
import { Frame } from './frame.tsx'
import { useKeys } from './keys.tsx'
import { type KeyHint, keyLine } from './lines.ts'
import type { Look, Size } from './look.ts'
import type { Act } from './use-report-keys.ts'
import { traceLine } from './trace.ts'

interface RefusedProps extends Size {
  readonly look: Look
  readonly subject: string
  readonly sentences: readonly string[]
  readonly onAct: (act: Act) => void
}

const keys: readonly KeyHint[] = [
  ['r', 'again'],
  ['w', 'world'],
  ['e', 'edit'],
  ['t', 'tools'],
]

const last: KeyHint = ['q', 'leave']

const acts: Readonly<Record<string, Act>> = { r: 'again', e: 'edit', w: 'world', t: 'pick', q: 'leave' }

/** A run that was refused or failed: the trace stays broken, and the one thing to do is said. */
export const Refused = ({ look, columns, rows, subject, sentences, onAct }: RefusedProps) => {
  useKeys((input, key) => {
    if (key.ctrl && input === 'c') onAct('cancel')
    else if (key.escape) onAct('edit')
    else if (key.return) onAct('pick')
    else
      for (const character of input) {
        const act = acts[character]
        if (act !== undefined) onAct(act)
      }
  })
  const { paint } = look
  const [first = '', ...more] = sentences
  const gap = rows < 10 ? [] : ['']
  return (
    <Frame
      look={look}
      columns={columns}
      rows={rows}
      body={[
        paint('strong', subject),
        ...gap,
        traceLine({ progress: 0, phase: 'failed', run: null }, columns, look),
        ...gap,
        ...wrap(first, columns).map((line) => paint('critical', line)),
        ...more.flatMap((sentence) => wrap(sentence, columns)),
      ]}
      foot={[keyLine(keys, last, columns, look)]}
    />
  )
}
