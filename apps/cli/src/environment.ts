import { fstatSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type Config, readConfig } from './config-file.ts'

/** The surroundings of the command. Everything is read late, so a run pays only for its needs. */
export interface Environment {
  readonly arguments: readonly string[]
  /** The seed of NETBOX_SEED, for runs that name none. */
  readonly seed: string | undefined
  /** Whether the terminal's character set holds the signs of the trace. */
  readonly glyphs: 'unicode' | 'ascii'
  /** The service's address of NETBOX_API_URL. */
  readonly apiUrl: string | undefined
  /** The API token of NETBOX_TOKEN. */
  readonly token: string | undefined
  /** Where state is kept that is worth keeping but not worth a backup: history, usage and the session. */
  readonly stateFolder: string
  /** Where the configuration is. */
  readonly configFolder: string
  /** Whether a person sits before a browser that this process can open. */
  readonly hasDesktop: boolean
  /** Whether new versions may be looked for and told of, as far as the variables say. */
  readonly wantsUpdates: boolean
  readonly platform: string
  /** The variables for programs that the command starts. */
  readonly inherited: Variables
  /** The configuration's keys that environment variables override, with their values. */
  readonly variables: { readonly color: string | undefined }
  /** The launcher as it was started. */
  readonly launcher: string
  /** Reads the configuration, once. Throws a `CommandError` for a file that can't be. */
  readonly config: () => Config
  /** Whether pictures that move would disturb: under CI and on terminals that can't. */
  readonly noAnimation: boolean
  /** Whether a screen reader reads the terminal: INK_SCREEN_READER, as other programs made with Ink have it. */
  readonly isScreenReader: boolean
  /** The outcome of sending text to the terminal's clipboard. */
  readonly clipboard: Clipboard
  isTerminal(descriptor: Descriptor): boolean
  hasColor(descriptor: 1 | 2): boolean
  /** Columns of the terminal, 80 elsewhere. */
  width(descriptor: 1 | 2): number
}

/** A terminal takes text for its clipboard, or can't, or doesn't tell: some pass it on, some have to be allowed to. */
export type Clipboard = 'takes' | 'untold' | 'none'

/** The three standard streams. */
export type Descriptor = 0 | 1 | 2

/** The variables that the command reads. */
export type Variables = Readonly<Record<string, string | undefined>>

const isSet = (value: string | undefined): value is string => value !== undefined && value !== ''

/** Decides on the signs by the locale; the terminals of Windows that know Unicode say who they are. */
export const glyphsFor = (variables: Variables, platform: string): 'unicode' | 'ascii' => {
  if (platform === 'win32') return isSet(variables.WT_SESSION) || isSet(variables.TERM_PROGRAM) ? 'unicode' : 'ascii'
  const locale = [variables.LC_ALL, variables.LC_CTYPE, variables.LANG].find(isSet) ?? ''
  return /utf-?8/i.test(locale) ? 'unicode' : 'ascii'
}

/** Decides on color as Node does: FORCE_COLOR first, then NO_COLOR, then the configuration, then what the terminal can. */
export const wantsColor = (
  { FORCE_COLOR, NO_COLOR, TERM }: Variables,
  isTerminal: () => boolean,
  chosen: () => string | undefined = () => undefined,
): boolean => {
  if (FORCE_COLOR !== undefined) return FORCE_COLOR !== '0' && FORCE_COLOR !== 'false'
  if (isSet(NO_COLOR) || TERM === 'dumb') return false
  const choice = chosen()
  return choice === 'always' || (choice !== 'never' && isTerminal())
}

/** Returns how the variables want color, in the words of the configuration; undefined if they don't say. */
const colorOf = ({ FORCE_COLOR, NO_COLOR }: Variables): string | undefined => {
  if (FORCE_COLOR !== undefined) return FORCE_COLOR !== '0' && FORCE_COLOR !== 'false' ? 'always' : 'never'
  return isSet(NO_COLOR) ? 'never' : undefined
}

const TAKES = /^(?:xterm-kitty|xterm-ghostty|alacritty|foot|wezterm)/

/** Decides by the terminal's own names; there is no question about its clipboard (OSC 52) that all of them answer. */
export const clipboardFor = ({ TERM = '', TERM_PROGRAM, WT_SESSION, TMUX, STY }: Variables): Clipboard => {
  if (isSet(TMUX) || isSet(STY)) return 'untold'
  if (TERM === 'linux' || TERM === 'dumb' || TERM === '' || TERM_PROGRAM === 'Apple_Terminal') return 'none'
  const isKnown = TAKES.test(TERM) || isSet(WT_SESSION) || ['WezTerm', 'ghostty', 'vscode'].includes(TERM_PROGRAM ?? '')
  return isKnown ? 'takes' : 'untold'
}

/** Finds the folder for state: XDG_STATE_HOME where it is set, else the platform's place (XDG base directories 0.8). */
export const stateFolderFor = (variables: Variables, platform: string, home: () => string): string => {
  const { XDG_STATE_HOME, LOCALAPPDATA } = variables
  // The specification asks for an absolute path and to ignore any other.
  if (isSet(XDG_STATE_HOME) && XDG_STATE_HOME.startsWith('/')) return join(XDG_STATE_HOME, 'netbox')
  if (platform === 'win32') return join(isSet(LOCALAPPDATA) ? LOCALAPPDATA : join(home(), 'AppData', 'Local'), 'netbox')
  if (platform === 'darwin') return join(home(), 'Library', 'Application Support', 'netbox')
  return join(home(), '.local', 'state', 'netbox')
}

/** Finds the folder for configuration: XDG_CONFIG_HOME where it is set, else the platform's place (XDG base directories 0.8). */
export const configFolderFor = (variables: Variables, platform: string, home: () => string): string => {
  const { XDG_CONFIG_HOME, APPDATA } = variables
  if (isSet(XDG_CONFIG_HOME) && XDG_CONFIG_HOME.startsWith('/')) return join(XDG_CONFIG_HOME, 'netbox')
  if (platform === 'win32') return join(isSet(APPDATA) ? APPDATA : join(home(), 'AppData', 'Roaming'), 'netbox')
  if (platform === 'darwin') return join(home(), 'Library', 'Application Support', 'netbox')
  return join(home(), '.config', 'netbox')
}

/** Returns whether there is a browser to open: not over SSH, and on Linux only under a window system. */
export const hasDesktop = (variables: Variables, platform: string): boolean => {
  if (isSet(variables.SSH_CONNECTION) || isSet(variables.CI)) return false
  if (platform === 'win32' || platform === 'darwin') return true
  return isSet(variables.DISPLAY) || isSet(variables.WAYLAND_DISPLAY)
}

/*
 * Asking Node for a terminal loads its whole terminal and stream code, a tenth of the time it takes to start. Most
 * streams are no character device, and the one that is most often, /dev/null, is known by its device number.
 */
const mayBeTerminal = (descriptor: Descriptor): boolean => {
  try {
    const stream = fstatSync(descriptor)
    return stream.isCharacterDevice() && (process.platform === 'win32' || stream.rdev !== statSync('/dev/null').rdev)
  } catch {
    return false
  }
}

const askTerminal = (descriptor: Descriptor): boolean =>
  mayBeTerminal(descriptor) && process.getBuiltinModule('node:tty').isatty(descriptor)

/** Reads the surroundings of this process. The only place that names `process.env`, `process.argv` and the streams' kind. */
export const readEnvironment = (): Environment => {
  const { env: variables, platform } = process
  const known = new Map<Descriptor, boolean>()
  const isTerminal = (descriptor: Descriptor): boolean => {
    const answer = known.get(descriptor) ?? askTerminal(descriptor)
    known.set(descriptor, answer)
    return answer
  }
  const home = (): string => process.getBuiltinModule('node:os').homedir()
  const configFolder = configFolderFor(variables, platform, home)
  let read: Config | undefined
  const config = (): Config => (read ??= readConfig(configFolder))
  const chosenColor = (): string | undefined => {
    try {
      return config().color
    } catch {
      // An error in the file is reported where it matters more.
      return undefined
    }
  }
  const isCi = isSet(variables.CI) && variables.CI !== 'false'
  const nonEmpty = (value: string | undefined): string | undefined => (isSet(value) ? value : undefined)
  return {
    arguments: process.argv.slice(2),
    launcher: process.argv[1] ?? '',
    platform,
    inherited: variables,
    apiUrl: nonEmpty(variables.NETBOX_API_URL),
    token: nonEmpty(variables.NETBOX_TOKEN),
    hasDesktop: hasDesktop(variables, platform),
    wantsUpdates: !isCi && !isSet(variables.NO_UPDATE_NOTIFIER),
    configFolder,
    config,
    variables: { color: colorOf(variables) },
    seed: nonEmpty(variables.NETBOX_SEED),
    glyphs: glyphsFor(variables, platform),
    stateFolder: stateFolderFor(variables, platform, home),
    noAnimation: isCi || variables.TERM === 'dumb',
    isScreenReader: isSet(variables.INK_SCREEN_READER) && !['false', '0'].includes(variables.INK_SCREEN_READER),
    clipboard: clipboardFor(variables),
    isTerminal,
    hasColor: (descriptor) => wantsColor(variables, () => isTerminal(descriptor), chosenColor),
    width: (descriptor) =>
      (isTerminal(descriptor) && (descriptor === 1 ? process.stdout : process.stderr).columns) || 80,
  }
}
