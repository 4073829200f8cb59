// Unpacks the bundled Chromium into $TMPDIR. This is a separate program, because the package sets environment variables of its process,
// which the services that tests start would inherit.
import bundled from '@sparticuz/chromium'

await bundled.executablePath()
