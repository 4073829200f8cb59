import { type ExitCode, exitCodes } from '../exit.ts'
import type { Context } from './command.ts'

/** Lets a person pick a tool on the terminal and run it. */
export const pickTool = async (_context: Context): Promise<ExitCode> => exitCodes.ran
