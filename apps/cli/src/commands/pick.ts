import type { ExitCode } from '../exit.ts'
import { readSettings } from '../settings.ts'
import type { Context } from './command.ts'
import { pickInline } from './pick-inline.ts'
import { pickFullscreen } from './pick-fullscreen.ts'

/**
 * Lets a person pick a tool on the terminal, run it, read its report and continue. Reports as data, in a file or as plain text, and reports
 * for a screen reader are written one below the other; otherwise the screens fill the terminal.
 */
export const pickTool = async (context: Context): Promise<ExitCode> => {
  const { options, environment } = context
  const settings = await readSettings(context)
  const isFiled = options.output !== undefined || options.file !== undefined
  const inLines = settings.json || settings.plain || environment.isScreenReader || isFiled
  return inLines ? pickInline(context, settings) : pickFullscreen(context, settings)
}
