import type { Command, Context } from './context.ts'
import { type ExitCode, exitCodes } from '../exit.ts'
import { apiUrlOf } from '../state/api-url.ts'

const openers: Readonly<Record<string, readonly [string, readonly string[]]>> = {
  darwin: ['open', []],
  // `cmd /c start` can't be used, because it would interpret the address as a command line.
  win32: ['rundll32', ['url.dll,FileProtocolHandler']],
}

const open = (platform: string, url: string): void => {
  const [program, args] = openers[platform] ?? ['xdg-open', []]
  const child = process
    .getBuiltinModule('node:child_process')
    .spawn(program, [...args, url], { detached: true, stdio: 'ignore', windowsHide: true })
  // The link has been printed, so a missing browser is not an error.
  child.on('error', () => undefined).unref()
}

const run = ({ environment, out }: Context): ExitCode => {
  const url = `${apiUrlOf(environment)}/pricing`
  out(`${url}\n`)
  if (environment.hasDesktop && environment.isTerminal(1)) open(environment.platform, url)
  return exitCodes.ran
}

/** `netbox upgrade` prints the URL of the plan page, and opens it if there is a desktop. */
export const upgrade: Command = {
  name: 'upgrade',
  group: 'Service',
  summary: 'print the URL of the plan page',
  options: [],
  details: 'You can buy a plan on this page. On a desktop, the command also opens it in a browser.',
  run,
}
