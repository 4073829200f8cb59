import besley from '@fontsource/besley/files/besley-latin-500-normal.woff2'
import sans from '@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2'
import mono from '@fontsource/ibm-plex-mono/files/ibm-plex-mono-latin-400-normal.woff'
import type { ToolRun } from '@netbox/core'
import { pictureSize, reportPicture } from './report-picture.ts'

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

const faces = [
  ['Besley', besley],
  ['Instrument Sans', sans],
  ['IBM Plex Mono', mono],
] as const

/** Draws the picture of a report with the site's fonts. Offline, the viewer's own fonts may replace them. */
export const pictureOf = async (run: ToolRun): Promise<string> => {
  const styles = await Promise.all(faces.map(faceOf)).catch(() => [])
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
