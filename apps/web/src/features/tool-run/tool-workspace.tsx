import type { Tool } from '@netbox/core'
import { AskSheet } from './ask-sheet.tsx'
import '../../styles/trace.css'

/** The place of a chosen tool: ask, run, report. */
export const ToolWorkspace = ({ tool }: { readonly tool: Tool }) => (
  <div className="wrap">
    <div className="trace">
      <AskSheet tool={tool} />
    </div>
  </div>
)
