import type { Context } from '../commands/command.ts'
import { type ExitCode, exitCodes } from '../exit.ts'
import { apiUrlOf } from './api-url.ts'

const openers: Readonly<Record<string, readonly [string, readonly string[]]>> = {
  darwin: ['open', []],
  // Not by `cmd /c start`, which reads the address as a command line.
  win32: ['rundll32', ['url.dll,FileProtocolHandler']],
}

const open = (platform: string, url: string): void => {
  const [program, args] = openers[platform] ?? ['xdg-open', []]
  const child = process
    .getBuiltinModule('node:child_process')
    .spawn(program, [...args, url], { detached: true, stdio: 'ignore', windowsHide: true })
  // The link has been printed: without a browser that is what there is.
  child.on('error', () => undefined).unref()
}

/** `netbox upgrade`: prints where plans are bought, and opens it where a person sits at a desktop. */
export const upgrade = ({ environment, out }: Context): ExitCode => {
  const url = `${apiUrlOf(environment)}/pricing`
  out(`${url}\n`)
  if (environment.hasDesktop && environment.isTerminal(1)) open(environment.platform, url)
  return exitCodes.ran
}
