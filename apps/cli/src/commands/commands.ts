import type { Command } from './command.ts'
import { completionOf } from './completion.ts'
import { diff } from './diff.ts'
import { history } from './history.ts'
import { info } from './info.ts'
import { limits } from './limits.ts'
import { list } from './list.ts'
import { replay } from './replay.ts'
import { serve } from './serve.ts'
import { scenariosCommand } from './scenarios.ts'
import { configCommand, serviceCommands } from './service-commands.ts'

const others: readonly Command[] = [
  list,
  info,
  scenariosCommand,
  limits,
  history,
  replay,
  diff,
  serve,
  ...serviceCommands,
  configCommand,
]

/** Every command that is not a tool, in the order of help. */
export const commands: readonly Command[] = [...others, completionOf(others)]
