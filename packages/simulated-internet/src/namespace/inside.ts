import { runInside } from './run-inside.ts'

runInside()
