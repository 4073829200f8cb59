// Runs TypeScript and JSX of this repository without a build, with the settings of the command's screens: `node
// --conditions=@netbox/source --import ./scripts/from-source.mjs apps/cli/src/main.ts`.
import { fileURLToPath } from 'node:url'
import { register } from 'tsx/esm/api'

register({ tsconfig: fileURLToPath(new URL('../apps/cli/tsconfig.json', import.meta.url)) })
