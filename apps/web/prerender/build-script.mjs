import { build } from 'vite'

/** Builds a script that is no module, with everything in it; `define` puts values where the source names them. */
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
