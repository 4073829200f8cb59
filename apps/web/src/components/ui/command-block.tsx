import type { ReactNode } from 'react'
import type { Notice } from '@netbox/product'
import { copyAndSay } from '../../lib/page/toasts.ts'
import { IconButton } from './button.tsx'
import { CopyGlyph } from './glyphs/line-glyphs.tsx'

interface CommandBlockProps {
  /** The name of the button that copies the command. */
  readonly copy: string
  readonly said: { readonly copied: Notice; readonly notCopied: Notice }
  /** Returns the command to copy. */
  readonly command: () => string
  readonly children: ReactNode
}

/** A command for a terminal, with a button that copies it. */
export const CommandBlock = ({ copy, said, command, children }: CommandBlockProps) => (
  <div className="flex min-w-0 items-start justify-between border border-on-ink-rule bg-ink-panel text-on-ink">
    <code className="min-w-0 px-3 py-2 text-sm leading-read wrap-anywhere">{children}</code>
    <IconButton
      className="flex-none text-on-ink! hover:bg-transparent focus-visible:-outline-offset-2 focus-visible:outline-on-ink-signal"
      aria-label={copy}
      onClick={() => void copyAndSay(command(), said)}
    >
      <CopyGlyph />
    </IconButton>
  </div>
)
