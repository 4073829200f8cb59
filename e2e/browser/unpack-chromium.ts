// unpack-chromium.ts: unpacks the Chromium that comes with the packages into $TMPDIR. A program of its own, because the
// package sets variables of its process, and services that tests start would get them too.
import bundled from '@sparticuz/chromium'

await bundled.executablePath()
