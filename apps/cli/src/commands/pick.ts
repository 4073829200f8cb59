import type { ExitCode } from '../exit.ts'
import { readSettings } from '../settings.ts'
import type { Context } from './command.ts'
import { pickInline } from './pick-inline.ts'
import { pickFullscreen } from './pick-fullscreen.ts'

/**
 * Lets a person pick a tool on the terminal, run it, read its report and continue. Where reports are wanted as data, in a
 * file or as plain text, and where a screen reader reads, they are written one below the other; elsewhere the screens
 * have the terminal for themselves.
 */
export const pickTool = async (context: Context): Promise<ExitCode> => {
  const { options, environment } = context
  const settings = await readSettings(context)
  const isFiled = options.output !== undefined || options.file !== undefined
  const inLines = settings.json || settings.plain || environment.isScreenReader || isFiled
  return inLines ? pickInline(context, settings) : pickFullscreen(context, settings)
}
