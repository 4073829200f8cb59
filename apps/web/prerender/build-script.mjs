import { build } from 'vite'

/** Builds a classic script with everything in it; `define` replaces names in the source with values. */
export const buildScript = async (entry, define = {}) => {
  const [{ output }] = await build({
    configFile: false,
    logLevel: 'error',
    define,
    build: {
      write: false,
      target: 'es2022',
      lib: { entry, formats: ['iife'], name: 'script' },
    },
  })
  return output[0].code
}
