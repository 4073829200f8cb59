import { fstatSync, realpathSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type Config, type ConfigName, readConfig } from './state/config-file.ts'

/**
 * A terminal's support for setting its clipboard. `untold` means unknown: the program is inside tmux or screen, or users may have to allow
 * clipboard access.
 */
export type Clipboard = 'takes' | 'untold' | 'none'

/** The three standard streams. */
export type Descriptor = 0 | 1 | 2

/** The variables that the command reads. */
export type Variables = Readonly<Record<string, string | undefined>>

const isSet = (value: string | undefined): value is string => value !== undefined && value !== ''

/** Selects the glyphs by the locale. On Windows, terminals that support Unicode set a variable. */
export const glyphsFor = (variables: Variables, platform: string): 'unicode' | 'ascii' => {
  if (platform === 'win32') return isSet(variables.WT_SESSION) || isSet(variables.TERM_PROGRAM) ? 'unicode' : 'ascii'
  const locale = [variables.LC_ALL, variables.LC_CTYPE, variables.LANG].find(isSet) ?? ''
  return /utf-?8/i.test(locale) ? 'unicode' : 'ascii'
}

/**
 * Returns the color setting in the environment variables, as a value of the configuration; undefined if they have none. FORCE_COLOR, which
 * Node reads too, comes first, then NO_COLOR, CLICOLOR_FORCE and CLICOLOR (bixense.com/clicolors).
 */
const colorOf = ({ FORCE_COLOR, NO_COLOR, CLICOLOR, CLICOLOR_FORCE }: Variables): 'always' | 'never' | undefined => {
  if (FORCE_COLOR !== undefined) return FORCE_COLOR !== '0' && FORCE_COLOR !== 'false' ? 'always' : 'never'
  if (isSet(NO_COLOR)) return 'never'
  if (isSet(CLICOLOR_FORCE) && CLICOLOR_FORCE !== '0') return 'always'
  return CLICOLOR === '0' ? 'never' : undefined
}

/** Returns whether to use color: decided by the environment variables, then the configuration and the terminal. */
export const wantsColor = (
  variables: Variables,
  isTerminal: () => boolean,
  chosen: () => string | undefined = () => undefined,
): boolean => {
  const color = colorOf(variables)
  if (color !== undefined) return color === 'always'
  if (variables.TERM === 'dumb') return false
  const choice = chosen()
  return choice === 'always' || (choice !== 'never' && isTerminal())
}

const TAKES = /^(?:xterm-kitty|xterm-ghostty|alacritty|foot|wezterm)/

/**
 * Returns the support of a terminal for setting its clipboard (OSC 52). Decides by the terminal's name, because no query works on all
 * terminals.
 */
export const clipboardFor = ({ TERM = '', TERM_PROGRAM, WT_SESSION, TMUX, STY }: Variables): Clipboard => {
  if (isSet(TMUX) || isSet(STY)) return 'untold'
  if (TERM === 'linux' || TERM === 'dumb' || TERM === '' || TERM_PROGRAM === 'Apple_Terminal') return 'none'
  const isKnown = TAKES.test(TERM) || isSet(WT_SESSION) || ['WezTerm', 'ghostty', 'vscode'].includes(TERM_PROGRAM ?? '')
  return isKnown ? 'takes' : 'untold'
}

/** Finds the folder for state: XDG_STATE_HOME if set, else the platform's default (XDG base directories 0.8). */
export const stateFolderFor = (variables: Variables, platform: string, home: () => string): string => {
  const { XDG_STATE_HOME, LOCALAPPDATA } = variables
  // The XDG specification requires absolute paths; relative paths are ignored.
  if (isSet(XDG_STATE_HOME) && XDG_STATE_HOME.startsWith('/')) return join(XDG_STATE_HOME, 'netbox')
  if (platform === 'win32') return join(isSet(LOCALAPPDATA) ? LOCALAPPDATA : join(home(), 'AppData', 'Local'), 'netbox')
  if (platform === 'darwin') return join(home(), 'Library', 'Application Support', 'netbox')
  return join(home(), '.local', 'state', 'netbox')
}

/** Finds the folder for configuration: XDG_CONFIG_HOME if set, else the platform's default (XDG base directories 0.8). */
export const configFolderFor = (variables: Variables, platform: string, home: () => string): string => {
  const { XDG_CONFIG_HOME, APPDATA } = variables
  if (isSet(XDG_CONFIG_HOME) && XDG_CONFIG_HOME.startsWith('/')) return join(XDG_CONFIG_HOME, 'netbox')
  if (platform === 'win32') return join(isSet(APPDATA) ? APPDATA : join(home(), 'AppData', 'Roaming'), 'netbox')
  if (platform === 'darwin') return join(home(), 'Library', 'Application Support', 'netbox')
  return join(home(), '.config', 'netbox')
}

/** Returns whether the process can open a browser: not over SSH or in CI, and on Linux only in a window system. */
export const hasDesktop = (variables: Variables, platform: string): boolean => {
  if (isSet(variables.SSH_CONNECTION) || isSet(variables.CI)) return false
  if (platform === 'win32' || platform === 'darwin') return true
  return isSet(variables.DISPLAY) || isSet(variables.WAYLAND_DISPLAY)
}

/*
 * Returns whether a stream may be a terminal. Asking Node would load its terminal and stream code, which takes a tenth of the start time.
 * Most streams are not character devices, and /dev/null, the most frequent one, is identified by its device number.
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

const isStdinPiped = (): boolean => {
  try {
    const stdin = fstatSync(0)
    return stdin.isFIFO() || stdin.isSocket() || stdin.isFile()
  } catch {
    return false
  }
}

/**
 * Reads the environment of this process. Only this file uses `process.env` and `process.argv`, and checks whether a stream is a terminal.
 */
export const readEnvironment = () => {
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
  const configured = (name: ConfigName): string | undefined => {
    try {
      return config()[name]
    } catch {
      // An error in the file is reported by the command that needs the file.
      return undefined
    }
  }
  const launcher = process.argv[1] ?? ''
  // The launcher and the source of the command are both in a folder of the package.
  const packageFile = (...path: readonly string[]): string => join(realpathSync(launcher), '..', '..', ...path)
  const isSource = launcher.endsWith('.ts')
  const isCi = isSet(variables.CI) && variables.CI !== 'false'
  const nonEmpty = (value: string | undefined): string | undefined => (isSet(value) ? value : undefined)
  return {
    arguments: process.argv.slice(2),
    /** The path by which the launcher was started. */
    launcher,
    /** Returns the path of a file in the command's package. */
    packageFile,
    /** The options with which Node runs the command again: if it runs from its sources, the options that read them. */
    nodeOptions: isSource ? process.execArgv : [],
    /** Returns the path of the program that runs inside the namespaces. */
    insideProgram: () => (isSource ? packageFile('src', 'serve', 'inside.ts') : packageFile('dist', 'inside.cjs')),
    platform,
    /** The environment variables for programs that the command starts. */
    inherited: variables,
    /** The service's address in NETBOX_API_URL. */
    apiUrl: nonEmpty(variables.NETBOX_API_URL),
    /** The file in GITHUB_STEP_SUMMARY, which GitHub shows as the summary of a job. */
    githubSummary: nonEmpty(variables.GITHUB_STEP_SUMMARY),
    /** Whether the command runs in CI. */
    isCi,
    /** The API token in NETBOX_TOKEN. */
    token: nonEmpty(variables.NETBOX_TOKEN),
    /** Whether this process can open a browser on a person's desktop. */
    hasDesktop: hasDesktop(variables, platform),
    configFolder,
    /** Returns the configuration, which it reads once. Throws a `CommandError` for an invalid file. */
    config,
    /** The values of environment variables that override keys of the configuration. */
    variables: { color: colorOf(variables), plan: nonEmpty(variables.NETBOX_PLAN) },
    /** Returns the plan in NETBOX_PLAN or the configuration, as written. It applies to users who are not signed in. */
    chosenPlan: () => nonEmpty(variables.NETBOX_PLAN) ?? configured('plan'),
    /** The seed in NETBOX_SEED, for runs without one. */
    seed: nonEmpty(variables.NETBOX_SEED),
    /** The scenario, the time and the world file in NETBOX_SCENARIO, NETBOX_AT and NETBOX_WORLD, for runs without these options. */
    world: {
      scenario: nonEmpty(variables.NETBOX_SCENARIO),
      at: nonEmpty(variables.NETBOX_AT),
      file: nonEmpty(variables.NETBOX_WORLD),
    },
    /** The glyphs of the trace that the terminal's character set has. */
    glyphs: glyphsFor(variables, platform),
    /** The folder for state that needs no backup: history, usage and the session. */
    stateFolder: stateFolderFor(variables, platform, home),
    /** Whether to show no animations: in CI, and on terminals that don't support them. */
    noAnimation: isCi || variables.TERM === 'dumb',
    /** Whether a screen reader reads the terminal. The variable INK_SCREEN_READER says so, as in other programs based on Ink. */
    isScreenReader: isSet(variables.INK_SCREEN_READER) && !['false', '0'].includes(variables.INK_SCREEN_READER),
    /** The terminal's support for setting its clipboard. */
    clipboard: clipboardFor(variables),
    isTerminal,
    /** Whether stdin is a pipe, a socket or a file. A terminal, /dev/null and a closed stdin are not. */
    isStdinPiped,
    hasColor: (descriptor: 1 | 2) =>
      wantsColor(
        variables,
        () => isTerminal(descriptor),
        () => configured('color'),
      ),
    /** Returns the number of columns of the terminal; 80 for other outputs. */
    width: (descriptor: 1 | 2) =>
      (isTerminal(descriptor) && (descriptor === 1 ? process.stdout : process.stderr).columns) || 80,
  }
}

export type Environment = Readonly<ReturnType<typeof readEnvironment>>
