import { wrap } from '@netbox/core'
import { Frame } from './frame.tsx'
import { useKeys } from './keyboard.tsx'
import { type KeyHint, keyLine } from './lines.ts'
import type { Theme, Size } from './theme.ts'
import type { Action } from './use-report-keys.ts'
import { traceLine } from './trace.ts'

interface RefusalScreenProps extends Size {
  readonly theme: Theme
  readonly subject: string
  readonly sentences: readonly string[]
  readonly onAction: (action: Action) => void
}

const keys: readonly KeyHint[] = [
  ['r', 'again'],
  ['w', 'world'],
  ['e', 'edit'],
  ['t', 'tools'],
]

const last: KeyHint = ['q', 'leave']

const actions: Readonly<Record<string, Action>> = { r: 'again', e: 'edit', w: 'world', t: 'pick', q: 'leave' }

/** A refused or failed run, with the next steps. */
export const RefusalScreen = ({ theme, columns, rows, subject, sentences, onAction }: RefusalScreenProps) => {
  useKeys((input, key) => {
    if (key.ctrl && input === 'c') onAction('cancel')
    else if (key.escape) onAction('edit')
    else if (key.return) onAction('pick')
    else
      for (const character of input) {
        const action = actions[character]
        if (action !== undefined) onAction(action)
      }
  })
  const { paint } = theme
  const [first = '', ...more] = sentences
  const gap = rows < 10 ? [] : ['']
  return (
    <Frame
      theme={theme}
      columns={columns}
      rows={rows}
      body={[
        paint('strong', subject),
        ...gap,
        traceLine({ progress: 0, phase: 'failed', run: null }, columns, theme),
        ...gap,
        ...wrap(first, columns).map((line) => paint('critical', line)),
        ...more.flatMap((sentence) => wrap(sentence, columns)),
      ]}
      foot={[keyLine(keys, last, columns, theme)]}
    />
  )
}
