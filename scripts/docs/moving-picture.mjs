import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The commands that the picture shows, and how many lines of their output. */
const SCENES = [
  { typed: 'netbox serve --seed k3f9 --scenario healthy -- curl -sSI https://www.shop.example/', lines: 2 },
  { typed: 'netbox serve --seed k3f9 --scenario cert-expired -- curl -sSI https://www.shop.example/', lines: 2 },
  { typed: 'netbox mx-record shop.example --seed k3f9 --scenario mx-down --no-delay --quiet', lines: 13 },
]

/** Runs a command line with the built command, in an empty home folder, and returns its output with colors. */
const run = (root, line) => {
  const home = mkdtempSync(join(tmpdir(), 'netbox-picture-'))
  try {
    const env = { PATH: process.env.PATH, HOME: home, LANG: 'en_US.UTF-8', FORCE_COLOR: '1' }
    const netbox = `netbox() { '${process.execPath}' '${join(root, 'apps/cli/bin/netbox.cjs')}' "$@"; }`
    return spawnSync('sh', ['-c', `${netbox}\n${line} 2>&1`], { env, encoding: 'utf8' })
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
}

const SIGN = { width: 8.4, height: 19, size: 14 }
const MARGIN = 18
const BACKGROUND = '#15181c'
const INK = '#d7dce2'
/** Colors and weights of the SGR codes that the command writes. */
const STYLES = {
  1: 'font-weight="700"',
  2: 'fill-opacity="0.62"',
  31: 'fill="#ff7b72"',
  32: 'fill="#7ee787"',
  33: 'fill="#e3b341"',
  36: 'fill="#76d9e6"',
  94: 'fill="#8ab4ff"',
}
/** The codes that end others. */
const ENDS = { 0: Object.keys(STYLES), 22: ['1', '2'], 39: ['31', '32', '33', '36', '94'] }

const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
const rounded = (number) => Number(number.toFixed(2))

/** Draws text at a column and a row. A fixed length keeps columns aligned in every font. */
const textAt = (text, column, row, styles = []) => {
  const x = rounded(MARGIN + column * SIGN.width)
  const y = rounded(MARGIN + row * SIGN.height + SIGN.size)
  const length = rounded(text.length * SIGN.width)
  const attributes = [`x="${x}"`, `y="${y}"`, `textLength="${length}"`, ...styles.map((code) => STYLES[code])]
  return `<text ${attributes.join(' ')}>${escaped(text)}</text>`
}

/** Draws a line of output. */
const drawLine = (line, row) => {
  let column = 0
  let styles = []
  return (
    line
      // The start of each SGR code
      .split(/\u001B\[(\d+)m/)
      .flatMap((part, index) => {
        if (index % 2 === 1) {
          styles = part in ENDS ? styles.filter((code) => !ENDS[part].includes(code)) : [...styles, part]
          return []
        }
        const at = column + part.length - part.trimStart().length
        column += part.length
        return part.trim() === '' ? [] : [textAt(part.trim(), at, row, styles)]
      })
      .join('')
  )
}

/** Hides its parent until a time. Without animation, the parent is visible. */
const hiddenUntil = (end) => `<set attributeName="visibility" to="hidden" begin="0s" end="${rounded(end)}s"/>`

/** Draws a command line that seems to be typed: a cover over it shrinks from the left. Without animation, there is no cover. */
const drawTyped = (line, row, start, end) => {
  const [from, width] = [MARGIN + 2 * SIGN.width, rounded(line.length * SIGN.width)]
  const times = `dur="${rounded(end)}s" keyTimes="0;${rounded(start / end)};1"`
  return [
    `<g>${hiddenUntil(start)}${textAt('$', 0, row, ['2'])}</g>`,
    textAt(line, 2, row, ['1']),
    `<rect x="${rounded(from + width)}" y="${MARGIN + row * SIGN.height}" width="0" height="${SIGN.height}" fill="${BACKGROUND}">`,
    `<animate attributeName="x" ${times} values="${rounded(from)};${rounded(from)};${rounded(from + width)}"/>`,
    `<animate attributeName="width" ${times} values="${width};${width};0"/></rect>`,
  ].join('')
}

/**
 * Returns a picture of three runs as an SVG that plays once, in less than five seconds. Its attributes need no style sheet, which a
 * content security policy could forbid. Returns undefined where the runs are not possible: without network namespaces or curl.
 */
export const movingPicture = (root) => {
  if (run(root, 'netbox doctor').status !== 0 || run(root, 'curl --version').status !== 0) return undefined
  let row = 0
  let time = 0.2
  const columns = Math.max(...SCENES.map(({ typed }) => typed.length + 2))
  const scenes = SCENES.map(({ typed, lines }) => {
    const shown = run(root, typed).stdout.trimEnd().split('\n').slice(0, lines)
    const command = drawTyped(typed, row, time, time + 0.9)
    const output = shown.map((line, index) => drawLine(line, row + 1 + index)).join('\n')
    row += shown.length + 2
    time += 1.5
    return `${command}\n<g>${hiddenUntil(time - 0.4)}\n${output}\n</g>`
  })
  const size = {
    width: Math.ceil(columns * SIGN.width + 2 * MARGIN),
    height: Math.ceil((row - 1) * SIGN.height + 2 * MARGIN),
  }
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}" viewBox="0 0 ${size.width} ${size.height}" role="img" xml:space="preserve" font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="${SIGN.size}" fill="${INK}">`,
    '<title>Three commands and their output</title>',
    `<rect width="100%" height="100%" rx="8" fill="${BACKGROUND}"/>`,
    ...scenes,
    '</svg>',
    '',
  ].join('\n')
}
