import { whoami } from './whoami.ts'
import { verify } from './verify.ts'
import { upgrade } from './upgrade.ts'
import { share } from './share.ts'
import { logout } from './logout.ts'
import { login } from './login.ts'
import { config } from './config.ts'
import { api } from './api.ts'
import type { Command } from './context.ts'
import { completionOf } from './completion.ts'
import { diff } from './diff.ts'
import { doctor } from './doctor.ts'
import { exercise } from './exercise.ts'
import { mailReports } from './mail-reports.ts'
import { history } from './history.ts'
import { info } from './info.ts'
import { init } from './init.ts'
import { limits } from './limits.ts'
import { list } from './list.ts'
import { matrix } from './matrix.ts'
import { mailCheck } from './mail-check.ts'
import { preflight } from './preflight.ts'
import { replay } from './replay.ts'
import { shrink } from './shrink.ts'
import { serve } from './serve.ts'
import { scenariosCommand } from './scenarios.ts'
import { world } from './world.ts'

const others: readonly Command[] = [
  serve,
  matrix,
  shrink,
  world,
  exercise,
  mailReports,
  doctor,
  init,
  mailCheck,
  preflight,
  list,
  info,
  scenariosCommand,
  history,
  replay,
  diff,
  share,
  login,
  logout,
  whoami,
  limits,
  upgrade,
  verify,
  api,
  config,
]

/** Every command that is not a tool, in the order of help. */
export const commands: readonly Command[] = [...others, completionOf(others)]
