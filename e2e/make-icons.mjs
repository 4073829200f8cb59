// Draws the icons of the installed site from its logo: `node e2e/make-icons.mjs` (Node 24) writes apps/web/public/icon-*.png.
import { writeFileSync } from 'node:fs'
import { launchChromium } from './browser/launch-chromium.ts'

const INK = '#151a2d'
const SIGNAL = '#1f3db8'
const PAPER = '#f3eee1'

/**
 * Returns the logo on its background. `room` is the logo's width in percent. Systems may cut the corners of some icons, which need more
 * margin.
 */
const icon = (room) => `
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100" width="100%" height="100%">
  <path fill="${PAPER}" d="M0 0h100v100H0z"/>
  <g transform="translate(50 50) scale(${room / 34}) translate(-17 -11)" fill="none" stroke-width="2.4">
    <path stroke="${SIGNAL}" d="M4 11h8M22 11h5"/>
    <circle fill="${SIGNAL}" cx="4" cy="11" r="3.6"/>
    <path stroke="${INK}" d="M11.2 4.2h11.6v13.6H11.2z"/>
    <circle stroke="${SIGNAL}" cx="29.5" cy="11" r="3"/>
  </g>
</svg>`

const icons = [
  { name: 'icon-180', size: 180, room: 74 },
  { name: 'icon-192', size: 192, room: 80 },
  { name: 'icon-512', size: 512, room: 80 },
  { name: 'icon-maskable-512', size: 512, room: 58 },
]

const browser = await launchChromium()
try {
  for (const { name, size, room } of icons) {
    const page = await browser.newPage({ viewport: { width: size, height: size } })
    await page.setContent(`<body style="margin:0">${icon(room)}</body>`)
    const file = new URL(`../apps/web/public/${name}.png`, import.meta.url)
    writeFileSync(file, await page.screenshot())
    await page.close()
  }
} finally {
  await browser.close()
}
