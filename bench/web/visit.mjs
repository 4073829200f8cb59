// Lighthouse's phone: the screen, the processor and the network of its mobile preset, with real throttling.
const PHONE = { viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75, isMobile: true, hasTouch: true }
const SLOWER = 4
const NETWORK = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6e6 / 8) * 0.9,
  uploadThroughput: (750e3 / 8) * 0.9,
}
// The time without requests, in milliseconds, after which a page counts as loaded: longer than the delay of any request that a page makes
// without interaction.
const QUIET = 1500

/** Opens a page in a new browser on a slow phone; returns its largest contentful paint in ms. */
export const slowPaint = async (browser, url) => {
  const context = await browser.newContext({ ...PHONE, serviceWorkers: 'block' })
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', NETWORK)
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  await page.goto(url, { waitUntil: 'load' })
  await page.waitForTimeout(QUIET)
  const paint = await page.evaluate(
    () =>
      new Promise((resolve) => {
        new PerformanceObserver((list) => resolve(list.getEntries().at(-1).startTime)).observe({
          type: 'largest-contentful-paint',
          buffered: true,
        })
      }),
  )
  await context.close()
  return paint
}

/** Opens a page without interaction; returns the gzip bytes from the network: scripts, styles, fonts. */
export const weigh = async (browser, url) => {
  const context = await browser.newContext({ serviceWorkers: 'block', extraHTTPHeaders: { 'accept-encoding': 'gzip' } })
  const page = await context.newPage()
  const done = []
  page.on('requestfinished', (request) => done.push(request))
  await page.goto(url, { waitUntil: 'load' })
  await page.waitForTimeout(QUIET)
  const weight = { script: 0, stylesheet: 0, font: 0 }
  for (const request of done) {
    const type = request.resourceType()
    if (type in weight) weight[type] += (await request.sizes()).responseBodySize
  }
  await context.close()
  return weight
}
