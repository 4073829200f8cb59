import type { ExitCode } from '../exit.ts'
import { readSettings } from './run-options.ts'
import type { Context } from '../commands/command.ts'
import { pickInline } from './pick-inline.ts'
import { pickFullscreen } from './pick-fullscreen.ts'

/**
 * Lets a person pick a tool on the terminal, run it, read its report and continue. Questions and reports are written one below the other
 * for --json, --plain, an input or output file, or a screen reader. Otherwise the screens fill the terminal.
 */
export const pickTool = async (context: Context): Promise<ExitCode> => {
  const { options, environment } = context
  const settings = await readSettings(context)
  const isFiled = options.output !== undefined || options.file !== undefined
  const inLines = settings.json || settings.plain || environment.isScreenReader || isFiled
  return inLines ? pickInline(context, settings) : pickFullscreen(context, settings)
}
