import { readEnvironment } from './environment.ts'
import { program } from './program.ts'

void program(readEnvironment()).then((code) => process.exit(code))
