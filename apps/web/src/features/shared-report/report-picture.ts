import besley from '@fontsource/besley/files/besley-latin-500-normal.woff2'
import sans from '@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2'
import mono from '@fontsource/ibm-plex-mono/files/ibm-plex-mono-latin-400-normal.woff'
import type { ExchangesPlot, Severity, ToolRun } from '@netbox/core'
import { textWidth } from '../../components/plots/labels.ts'
import { inSeconds } from '../../components/plots/scale.tsx'
import { tallyOf } from '../../components/report/sheet.tsx'
import { reportTexts } from '../../texts/report.ts'

/** The size of a report's picture in px: chats and link previews show this size without cropping. */
export const pictureSize = { width: 1200, height: 630 } as const

const EDGE = 64

// The light colors of tokens.css: a picture can't follow the viewer's setting.
const color = {
  paper: '#f3eee1',
  ink: '#151a2d',
  ink2: '#43485a',
  signal: '#1f3db8',
  control: '#857b63',
  sim: '#704400',
  simWash: '#fbe3a6',
  simEdge: '#b97f0a',
  pass: '#1b6a46',
  info: '#3a566e',
  warning: '#8a4b00',
  critical: '#a8261c',
} as const

const faces = {
  display: "'Besley', Rockwell, 'Roboto Slab', serif",
  sans: "'Instrument Sans', system-ui, 'Segoe UI', sans-serif",
  mono: "'IBM Plex Mono', ui-monospace, Menlo, monospace",
} as const

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

interface TextStyle {
  readonly face: keyof typeof faces
  readonly size: number
  readonly weight?: number
  readonly fill?: string
  readonly spacing?: number
}

const text = (
  words: string,
  x: number,
  y: number,
  { face, size, weight = 400, fill = color.ink, spacing }: TextStyle,
) =>
  `<text x="${x}" y="${y}" font-family="${faces[face]}" font-size="${size}" font-weight="${weight}" fill="${fill}"${spacing === undefined ? '' : ` letter-spacing="${spacing}"`}>${escaped(words)}</text>`

const glyphs: Readonly<Record<Severity, string>> = {
  critical: `<path d="M5.7 1h6.6L17 5.7v6.6L12.3 17H5.7L1 12.3V5.7z" fill="${color.critical}"/><path d="M6 6l6 6M12 6l-6 6" stroke="${color.paper}" stroke-width="1.9"/>`,
  warning: `<path d="M9 1.8L17 16H1z" fill="${color.paper}" stroke="${color.warning}" stroke-width="1.8"/><path d="M9 6.8v4.4M9 12.6v1.7" stroke="${color.warning}" stroke-width="1.8"/>`,
  info: `<path d="M2 2h14v14H2z" fill="${color.paper}" stroke="${color.info}" stroke-width="1.8"/><path d="M9 8v5M9 4.8v1.8" stroke="${color.info}" stroke-width="1.8"/>`,
  pass: `<circle cx="9" cy="9" r="7.2" fill="${color.paper}" stroke="${color.pass}" stroke-width="1.8"/><path d="M5.6 9.2l2.4 2.4 4.4-5" fill="none" stroke="${color.pass}" stroke-width="1.8"/>`,
}

const glyph = (severity: Severity, x: number, y: number, size: number): string =>
  `<g transform="translate(${x - size / 2} ${y - size / 2}) scale(${size / 18})" fill="none">${glyphs[severity]}</g>`

const linesOf = (words: string, size: number, width: number): string[] => {
  const lines: string[] = []
  for (const word of words.split(' ')) {
    const longer = `${lines.at(-1) ?? ''} ${word}`.trim()
    // The display font is narrower than the estimate, which is for any font.
    if (lines.length > 0 && textWidth(longer, size) * 0.88 <= width) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines
}

// The verdict in two large lines, or in three smaller ones.
const sentenceStyles = [
  { size: 84, top: 276, most: 2 },
  { size: 58, top: 250, most: 3 },
] as const

/** Sets the verdict as large as possible, in lines of similar width. */
const setVerdict = (sentence: string) => {
  const width = pictureSize.width - 2 * EDGE
  const { size, top, most } =
    sentenceStyles.find((style) => linesOf(sentence, style.size, width).length <= style.most) ?? sentenceStyles[1]
  const count = linesOf(sentence, size, width).length
  const narrowest = [0.5, 0.6, 0.7, 0.8, 0.9, 1].find((part) => linesOf(sentence, size, width * part).length === count)
  const lines = linesOf(sentence, size, width * (narrowest ?? 1))
  return { size, top, lines: count <= most ? lines : [...lines.slice(0, most - 1), `${lines[most - 1]}…`] }
}

const shortened = (words: string, most: number): string =>
  words.length > most ? `${words.slice(0, most - 1)}…` : words

const LINE = 460
const START = 146

/** The positions of the failed attempt and the answer after it on the line. */
const [FAULT, ANSWER] = [750, 846]

const waits = ({ exchanges }: ExchangesPlot): string | undefined => {
  const fault = exchanges.find(({ outcome }) => outcome === 'silent' || outcome === 'refused')
  const answer = exchanges.find(({ outcome }) => outcome === 'open')
  if (fault === undefined) return undefined
  const name = (exchange: string) => shortened(exchange.split('.', 1)[0] ?? exchange, 12)
  const said = fault.outcome === 'silent' ? `no answer for ${inSeconds(fault.to - fault.from)}` : 'refuses connections'
  return [
    `<path d="M${START + 16} ${LINE}H${FAULT - 22}" stroke="${color.critical}" stroke-width="4" stroke-dasharray="16 11"/>`,
    glyph('critical', FAULT, LINE, 44),
    text(`${name(fault.exchange)}: ${said}`, FAULT + 38, LINE + 8, {
      face: 'sans',
      size: 24,
      weight: 600,
      fill: color.critical,
    }),
    ...(answer === undefined || answer.from < fault.to
      ? []
      : [
          `<path d="M${FAULT} ${LINE + 22}v62h${ANSWER - FAULT - 18}" fill="none" stroke="${color.signal}" stroke-width="5"/>`,
          glyph('pass', ANSWER, LINE + 84, 36),
          text(`${name(answer.exchange)} accepts at ${inSeconds(answer.to)}`, ANSWER + 34, LINE + 92, {
            face: 'sans',
            size: 24,
            weight: 600,
            fill: color.pass,
          }),
        ]),
  ].join('')
}

/** Draws the line of a run without a failed attempt, with the verdict and the first key figure. */
const straight = ({ verdict, figures: [figure] }: ToolRun): string =>
  [
    `<path d="M${START + 16} ${LINE}H${FAULT - 22}" stroke="${color.signal}" stroke-width="4"/>`,
    glyph(verdict.severity, FAULT, LINE, 44),
    ...(figure === undefined
      ? []
      : [
          text(shortened(figure.label, 28), FAULT + 38, LINE - 8, { face: 'sans', size: 22, fill: color.ink2 }),
          text(
            shortened(`${figure.value}${figure.unit === undefined ? '' : ` ${figure.unit}`}`, 28),
            FAULT + 38,
            LINE + 24,
            {
              face: 'sans',
              size: 26,
              weight: 600,
            },
          ),
        ]),
  ].join('')

const foot = ({ findings, seed, scenario }: ToolRun): string => {
  let x = EDGE
  const parts = tallyOf(findings).map(({ severity, words }) => {
    const part =
      glyph(severity, x + 13, 576, 26) +
      text(words, x + 32, 584, { face: 'sans', size: 22, weight: 600, fill: color[severity] })
    x += 32 + textWidth(words, 22) + 22
    return part
  })
  const world = shortened(`seed ${seed} · scenario ${scenario}`, Math.floor((pictureSize.width - EDGE - x) / 12.8))
  return parts.join('') + text(world, x, 584, { face: 'mono', size: 21, fill: color.ink2 })
}

/**
 * Draws the picture of a report for tickets and chats, as an SVG document. `styles` contains the fonts of the texts; without `styles`, the
 * viewer's own fonts are used.
 */
export const reportPicture = (run: ToolRun, styles = ''): string => {
  const { width, height } = pictureSize
  const { sentence } = run.verdict
  const { size, top, lines } = setVerdict(sentence)
  const input = shortened(run.input.split('\n', 1)[0] ?? '', 46)
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${escaped(`${run.tool} ${input}: ${sentence}`)}">`,
    ...(styles === '' ? [] : [`<style>${styles}</style>`]),
    `<rect width="${width}" height="${height}" fill="${color.paper}"/><rect width="${width}" height="10" fill="${color.ink}"/>`,
    `<g transform="translate(${EDGE} 68) scale(1.88)" fill="none"><path d="M4 11h8M22 11h5" stroke="${color.signal}" stroke-width="2.4"/><circle cx="4" cy="11" r="3.6" fill="${color.signal}"/><path d="M11.2 4.2h11.6v13.6H11.2z" stroke="${color.ink}" stroke-width="2.4"/><circle cx="29.5" cy="11" r="3" stroke="${color.signal}" stroke-width="2.4"/></g>`,
    text('netbox', 146, 103, { face: 'display', size: 40, weight: 500, spacing: -0.8 }),
    `<rect x="957" y="66" width="179" height="43" rx="2" fill="${color.simWash}" stroke="${color.simEdge}"/><circle cx="985" cy="88" r="10" fill="none" stroke="${color.sim}" stroke-width="2.4" stroke-dasharray="4.2 3.6"/><circle cx="985" cy="88" r="3.2" fill="${color.sim}"/>`,
    text(reportTexts.simulated, 1010, 96, { face: 'sans', size: 22, weight: 600, fill: color.sim }),
    text(run.tool, EDGE, 176, { face: 'mono', size: 24, fill: color.ink2 }),
    text(input, EDGE + (run.tool.length + 1.2) * 14.4, 176, { face: 'mono', size: 24, weight: 500 }),
    ...lines.map((line, at) =>
      text(line, EDGE, top + at * size * 1.06, { face: 'display', size, weight: 500, spacing: -size * 0.035 }),
    ),
    `<path d="M0 ${LINE}H${START - 18}" stroke="${color.ink}" stroke-width="2" stroke-dasharray="3 10"/><circle cx="${START}" cy="${LINE}" r="16" fill="${color.signal}"/>`,
    (run.plot.kind === 'exchanges' ? waits(run.plot) : undefined) ?? straight(run),
    foot(run),
    '</svg>',
  ].join('')
}

const asDataUrl = async (data: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    // The result of `readAsDataURL` is always a string.
    reader.addEventListener('load', () => resolve(reader.result as string))
    reader.addEventListener('error', () => reject(new Error('A font could not be read.')))
    reader.readAsDataURL(data)
  })

const faceOf = async ([name, file]: readonly [name: string, file: string]): Promise<string> => {
  const response = await fetch(file)
  if (!response.ok) throw new Error(`${file}: ${response.status}`)
  return `@font-face{font-family:'${name}';font-weight:400 800;src:url(${await asDataUrl(await response.blob())})}`
}

const fontFiles = [
  ['Besley', besley],
  ['Instrument Sans', sans],
  ['IBM Plex Mono', mono],
] as const

/** Draws the picture of a report with the site's fonts. Offline, the viewer's own fonts may replace them. */
export const pictureOf = async (run: ToolRun): Promise<string> => {
  const styles = await Promise.all(fontFiles.map(faceOf)).catch(() => [])
  return reportPicture(run, styles.join(''))
}

/** Converts a picture to a PNG file. */
export const pngOf = async (svg: string): Promise<Blob> => {
  const image = new Image()
  image.src = await asDataUrl(new Blob([svg], { type: 'image/svg+xml' }))
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = pictureSize.width
  canvas.height = pictureSize.height
  canvas.getContext('2d')?.drawImage(image, 0, 0)
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (data) => (data === null ? reject(new Error('The browser could not create the PNG file.')) : resolve(data)),
      'image/png',
    )
  })
}
