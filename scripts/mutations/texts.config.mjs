import { defineConfig } from 'vitest/config'
import everything from '../../vitest.config.ts'
import { isProduct, withoutTexts } from './texts.mjs'

// Replaces a text or number in the sources while they load, so the checkout stays unchanged.
const removal = JSON.parse(process.env.NETBOX_REMOVAL ?? 'null')

export default defineConfig((env) => ({
  ...everything(env),
  plugins: [
    {
      name: 'removal',
      enforce: 'pre',
      transform: (code, id) => {
        const path = id.split('?')[0] ?? id
        const isMeant =
          removal !== null && isProduct(path) && (removal.file === undefined || path.endsWith(removal.file))
        return isMeant ? withoutTexts(code, removal) : undefined
      },
    },
  ],
}))
