import { describe, expect, it } from 'vitest'
import { clipboardFor, configFolderFor, glyphsFor, hasDesktop, stateFolderFor, wantsColor } from './environment.ts'

describe('glyphsFor', () => {
  it.each([
    [{ LANG: 'en_US.UTF-8' }, 'unicode'],
    [{ LANG: 'de_DE.utf8' }, 'unicode'],
    [{ LANG: 'en_US.UTF-8', LC_ALL: 'C' }, 'ascii'],
    [{ LANG: 'C', LC_CTYPE: 'C.UTF-8' }, 'unicode'],
    [{ LANG: 'C.UTF-8', LC_ALL: '' }, 'unicode'],
    [{}, 'ascii'],
  ] as const)('reads the locale %j as %s', (variables, glyphs) => expect(glyphsFor(variables, 'linux')).toBe(glyphs))

  it('recognizes the Windows terminals that support them', () => {
    expect(glyphsFor({ WT_SESSION: 'x' }, 'win32')).toBe('unicode')
    expect(glyphsFor({}, 'win32')).toBe('ascii')
  })
})

describe('clipboardFor', () => {
  it.each([
    [{ TERM: 'xterm-kitty' }, 'takes'],
    [{ TERM: 'alacritty' }, 'takes'],
    [{ TERM: 'xterm-256color', TERM_PROGRAM: 'WezTerm' }, 'takes'],
    [{ TERM: 'xterm-256color', WT_SESSION: 'x' }, 'takes'],
    // In these terminals, users must allow clipboard access, and programs can't find out whether they did.
    [{ TERM: 'xterm-256color' }, 'untold'],
    [{ TERM: 'xterm-256color', TERM_PROGRAM: 'iTerm.app' }, 'untold'],
    [{ TERM: 'tmux-256color', TERM_PROGRAM: 'WezTerm', TMUX: '/tmp/tmux-1000/default,1,0' }, 'untold'],
    [{ TERM: 'screen', STY: '1.pts' }, 'untold'],
    [{ TERM: 'linux' }, 'none'],
    [{ TERM: 'xterm-256color', TERM_PROGRAM: 'Apple_Terminal' }, 'none'],
    [{}, 'none'],
  ] as const)('reads %j as %s', (variables, clipboard) => expect(clipboardFor(variables)).toBe(clipboard))
})

describe('wantsColor', () => {
  const terminal = () => true
  const pipe = () => false

  it('colors on a terminal only', () => {
    expect(wantsColor({}, terminal)).toBe(true)
    expect(wantsColor({}, pipe)).toBe(false)
  })

  it('obeys NO_COLOR, TERM=dumb and FORCE_COLOR', () => {
    expect(wantsColor({ NO_COLOR: '1' }, terminal)).toBe(false)
    expect(wantsColor({ NO_COLOR: '' }, terminal)).toBe(true)
    expect(wantsColor({ TERM: 'dumb' }, terminal)).toBe(false)
    expect(wantsColor({ FORCE_COLOR: '1', NO_COLOR: '1' }, pipe)).toBe(true)
    expect(wantsColor({ FORCE_COLOR: '0' }, terminal)).toBe(false)
  })

  it('obeys CLICOLOR and CLICOLOR_FORCE, unless NO_COLOR is set', () => {
    expect(wantsColor({ CLICOLOR: '0' }, terminal)).toBe(false)
    expect(wantsColor({ CLICOLOR: '1' }, terminal)).toBe(true)
    expect(wantsColor({ CLICOLOR: '1' }, pipe)).toBe(false)
    expect(wantsColor({ CLICOLOR_FORCE: '1' }, pipe)).toBe(true)
    expect(wantsColor({ CLICOLOR_FORCE: '1', CLICOLOR: '0' }, pipe)).toBe(true)
    expect(wantsColor({ CLICOLOR_FORCE: '0' }, pipe)).toBe(false)
    expect(wantsColor({ CLICOLOR_FORCE: '' }, pipe)).toBe(false)
    expect(wantsColor({ CLICOLOR_FORCE: '1', NO_COLOR: '1' }, terminal)).toBe(false)
    expect(wantsColor({ CLICOLOR: '0' }, terminal, () => 'always')).toBe(false)
  })

  it('uses the configuration without a variable', () => {
    expect(wantsColor({}, pipe, () => 'always')).toBe(true)
    expect(wantsColor({}, terminal, () => 'never')).toBe(false)
    expect(wantsColor({}, pipe, () => 'auto')).toBe(false)
    expect(wantsColor({ NO_COLOR: '1' }, terminal, () => 'always')).toBe(false)
    expect(wantsColor({ FORCE_COLOR: '1' }, pipe, () => 'never')).toBe(true)
  })
})

describe('stateFolderFor', () => {
  const home = () => '/home/ana'

  it('uses XDG_STATE_HOME if it is an absolute path', () => {
    expect(stateFolderFor({ XDG_STATE_HOME: '/state' }, 'linux', home)).toBe('/state/netbox')
    expect(stateFolderFor({ XDG_STATE_HOME: 'state' }, 'linux', home)).toBe('/home/ana/.local/state/netbox')
    expect(stateFolderFor({}, 'linux', home)).toBe('/home/ana/.local/state/netbox')
  })

  it('uses the platform’s default otherwise', () => {
    expect(stateFolderFor({}, 'darwin', home)).toBe('/home/ana/Library/Application Support/netbox')
    expect(stateFolderFor({ LOCALAPPDATA: '/local' }, 'win32', home)).toBe('/local/netbox')
  })
})

describe('configFolderFor', () => {
  const home = () => '/home/ana'

  it('uses XDG_CONFIG_HOME if it is an absolute path, and the platform’s default otherwise', () => {
    expect(configFolderFor({ XDG_CONFIG_HOME: '/config' }, 'linux', home)).toBe('/config/netbox')
    expect(configFolderFor({ XDG_CONFIG_HOME: 'config' }, 'linux', home)).toBe('/home/ana/.config/netbox')
    expect(configFolderFor({}, 'darwin', home)).toBe('/home/ana/Library/Application Support/netbox')
    expect(configFolderFor({ APPDATA: '/roaming' }, 'win32', home)).toBe('/roaming/netbox')
  })
})

describe('hasDesktop', () => {
  it('is true where a browser can be opened: not over SSH or in CI, on Linux only in a window system', () => {
    expect(hasDesktop({ DISPLAY: ':0' }, 'linux')).toBe(true)
    expect(hasDesktop({ WAYLAND_DISPLAY: 'wayland-0' }, 'linux')).toBe(true)
    expect(hasDesktop({}, 'linux')).toBe(false)
    expect(hasDesktop({}, 'darwin')).toBe(true)
    expect(hasDesktop({ SSH_CONNECTION: 'x' }, 'darwin')).toBe(false)
    expect(hasDesktop({ DISPLAY: ':0', CI: '1' }, 'linux')).toBe(false)
  })
})
