import type { ToolDefinition } from '@netbox/core'
import { Box, Text, useInput, usePaste, useWindowSize } from 'ink'
import { useState } from 'react'
import { checkInput } from './check-input.ts'
import { insert, lineOf } from './edit.ts'
import { Field } from './field.tsx'
import type { Look } from './look.ts'
import { useLine } from './use-line.ts'

interface AskProps {
  readonly look: Look
  readonly tool: ToolDefinition
  readonly start: string
  readonly onRun: (input: string) => void
  readonly onBack: () => void
  readonly onCancel: () => void
}

/** Asks for a tool's input and says at once whether it can be one. */
export const Ask = ({ look, tool, start, onRun, onBack, onCancel }: AskProps) => {
  const { columns } = useWindowSize()
  const { line, current, set, take } = useLine(start)
  const [isTried, setTried] = useState(false)
  const { glyphs, paint } = look
  const problem = checkInput(tool, line.text)
  const down = paint('signal', glyphs.down)
  const example = tool.placeholder.split('\n', 1)[0] ?? ''

  const run = (): void => {
    const { text } = current()
    if (checkInput(tool, text) === undefined) onRun(text.trim())
    else setTried(true)
  }

  usePaste((text) => set(insert(current(), text)))
  useInput((input, key) => {
    if (key.ctrl && input === 'c') onCancel()
    else if (key.escape) onBack()
    else if (key.tab) {
      if (current().text === '') set(lineOf(tool.placeholder))
    } else if (take(input, key)) run()
  })

  const isShown = problem !== undefined && (isTried || line.text.trim() !== '')
  const count = line.text.split('\n').length
  const note = isShown
    ? paint('critical', `${glyphs.severity.critical} ${problem}`)
    : count > 1
      ? paint('dim', `${count} lines`)
      : ''
  return (
    <Box flexDirection="column" width={columns}>
      <Text wrap="truncate">{`${paint('signal', glyphs.source)} ${paint('strong', tool.name)}  ${tool.question}`}</Text>
      <Text>{down}</Text>
      <Field
        look={look}
        node={glyphs.step}
        label={tool.input.type}
        line={line}
        placeholder={example}
        columns={columns}
      />
      <Text wrap="truncate">{`${down} ${note}`}</Text>
      <Text wrap="truncate">{`${paint('dim', glyphs.ring)} Enter run   Tab example   Esc back`}</Text>
    </Box>
  )
}
