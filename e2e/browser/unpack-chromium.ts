// unpack-chromium.ts: unpacks the Chromium of the packages into $TMPDIR. It is a separate program, because the package sets environment
// variables of its process, which services in tests would inherit.
import bundled from '@sparticuz/chromium'

await bundled.executablePath()
